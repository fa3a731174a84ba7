import CommandLanguage
import DataFiles
import Experiments
import Figures

/// Shows how far the reading of tables is when it takes long, and stops it when the reader wants to.
struct TableWait {
  private let name: String
  private let context: CommandContext
  private let live: LiveDisplay
  private let begun = ContinuousClock.now
  /// How many samples the tables had that were read before.
  private var earlier = 0

  /// How long it may take before it is shown how far it is.
  private static let patience = Duration.milliseconds(200)

  /// Begins to wait for a dataset.
  init(name: String, context: CommandContext) {
    self.name = name
    self.context = context
    live = context.live()
  }

  /// Reads one table.
  ///
  /// - Parameters:
  ///   - place: What named it.
  ///   - count: How many samples there are in what was read.
  ///   - read: Reads it; tells how many samples there are, and is answered whether to go on.
  /// - Returns: What was read.
  /// - Throws: `SourceError.table`, `Interruption`.
  mutating func read<Table>(
    _ place: CheckedValue, count: (Table) -> Int,
    _ read: ((_ samples: Int) -> Bool) throws(TabularDataError) -> Table
  ) throws -> Table {
    let (live, name, before) = (live, name, earlier)
    do throws(TabularDataError) {
      let table = try read { done in
        if live.isShown || ContinuousClock.now - begun > Self.patience {
          live.update { Self.progress(name, before + done, of: nil) }
        }
        return !context.isInterrupted
      }
      earlier += count(table)
      return table
    } catch {
      if error == .stopped { throw StatementInterruption(remark: "\(name) was not read.") }
      throw Diagnostic(.table(place.word, error), at: place.span)
    }
  }

  /// Shows that all was read, if anything was shown.
  func finish() {
    if live.isShown { live.finish(Self.progress(name, earlier, of: earlier)) }
  }

  private static func progress(_ name: String, _ samples: Int, of total: Int?) -> Rendering {
    ProgressView(title: name, completed: samples, total: total, unit: "samples").rendering
  }
}
