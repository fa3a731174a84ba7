import CommandLanguage
import DataFiles
import Experiments
import Figures

/// Shows how far the reading of tables is when it takes long, and stops it when the reader wants to.
struct TableWaiting {
  private let name: String
  private let stage: Stage
  private let live: LiveDisplay
  private let begun = ContinuousClock.now
  /// How many samples the tables had that were read before.
  private var earlier = 0

  /// How long it may take before it is shown how far it is.
  private static let patience = Duration.milliseconds(200)

  /// Begins to wait for a dataset.
  init(name: String, stage: Stage) {
    self.name = name
    self.stage = stage
    live = stage.live()
  }

  /// Reads one table.
  ///
  /// - Parameters:
  ///   - place: What named it.
  ///   - read: Reads it; tells how many samples there are, and is answered whether to go on.
  /// - Returns: The table.
  /// - Throws: `SourceError.table`, `Interruption`.
  mutating func read(
    _ place: CheckedValue, _ read: ((_ samples: Int) -> Bool) throws(TabularDataError) -> ReadTable
  ) throws -> ReadTable {
    let (live, name, before) = (live, name, earlier)
    do throws(TabularDataError) {
      let table = try read { count in
        if live.isShown || ContinuousClock.now - begun > Self.patience {
          live.update { Self.progress(name, before + count, of: nil) }
        }
        return !stage.isInterrupted
      }
      earlier += table.data.count
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
