import CommandLanguage
import Experiments
import Figures
import Synchronization
import Views
import Wording

/// What is said of the word at the cursor.
struct MeaningView {
  /// What it means.
  let meaning: CodeHelp.Meaning

  /// The explanation.
  var rendering: Rendering {
    switch meaning {
    case .command(let declaration): Self.page(declaration)
    case .argument(let argument, let declaration): HelpView.argument(argument, of: declaration)
    case .variable(let name, let text): Rendering.text(TextShortener.fit("\(name) = \(text)"))
    case .model(let model): Rendering.text("\(model.name): \(model.remark)")
    case .dataset(let dataset): Rendering.text(Self.lines(of: dataset).joined(separator: "\n"))
    }
  }

  /// The pages that were asked for: no more than there are commands and layers. To write one takes longer than all else an
  /// answer takes.
  private static let pages = Mutex<[ObjectIdentifier: Rendering]>([:])

  private static func page(_ declaration: CommandDeclaration) -> Rendering {
    pages.withLock { pages in
      let known = pages[ObjectIdentifier(declaration)]
      let page = known ?? HelpView.command(declaration)
      if known == nil { pages[ObjectIdentifier(declaration)] = page }
      return page
    }
  }

  private static func lines(of dataset: DatasetNames) -> [String] {
    let splits = dataset.splits.map { "\(dataset.name).\($0.name): \(Numbers.count($0.count, "photo"))" }
    let labels = dataset.labels
    return splits + ["classes: \(labels.count > 40 ? Words.shortened(labels) : labels.joined(separator: " "))"]
  }
}
