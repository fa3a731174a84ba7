import CommandLanguage
import Experiments
import Figures
import Pictures
import Training
import Views
import Wording

/// `show hands.train columns=10`
struct ShowCommand: Command {
  private static let selection = PositionalArgument("dataset", .split, "A dataset, or one of its splits.")
  private static let columns = KeyedArgument("columns", .integer(1...50), "Number of photos in a row.", default: 10)
  private static let label = KeyedArgument("label", .label, "Show only this class.")
  private static let limit = KeyedArgument(
    "limit", .integer(1...2000), "Largest number of photos shown per class.", default: 50)
  private static let details = KeyedArgument("details", .bool, "Whether to show the photos' sizes.", default: false)

  static let declaration = CommandDeclaration(
    "show", "Shows the photos of a dataset, or the samples of a table, class by class.",
    discussion: """
      A photo that cannot be read is shown as an empty frame with the reason; the others are shown all the same. \
      details=true counts the photos of each size and the size they are resized to: 45 × 224×224, stretched to \
      227×227. Each photo's own size stands below it.
      """,
    positionals: [selection],
    arguments: [columns, label, limit, details],
    examples: ["show hands columns=10", "show hands.test label=✊"])

  private let selection: CheckedValue
  private let columns: Int
  private let label: CheckedValue?
  private let limit: Int
  private let details: Bool

  init(_ arguments: Arguments) throws {
    selection = arguments[Self.selection]
    columns = arguments[Self.columns]
    label = arguments[Self.label]
    limit = arguments[Self.limit]
    details = arguments[Self.details]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    switch try workspace.lookup.selection(selection) {
    case .photos(let shown): try photos(shown, in: workspace, on: context)
    case .table(let shown): try samples(shown, on: context)
    }
  }

  private static var stopped: StatementInterruption {
    StatementInterruption(remark: "Showing was stopped; nothing was changed.")
  }

  private func photos(_ shown: PhotoSelection, in workspace: Workspace, on context: CommandContext) throws -> Rendering
  {
    let labels = try self.labels(of: .photos(shown))
    let listed = labels.prefix(Self.mostClasses)
    let isWhole = shown.text == shown.dataset.name
    var groups: [ImageGrid.Group] = []
    var unreadable: [String] = []
    var sizes: [String: Int] = [:]
    for split in isWhole ? shown.dataset.splits : [PhotoSplit(name: "", photos: shown.photos)] {
      let photos = Dictionary(grouping: split.photos, by: \.label)
      for label in listed {
        guard !context.isInterrupted else { throw Self.stopped }
        let own = photos[label] ?? []
        Thumbnails.prepare(Array(own.prefix(limit)), while: context.goesOnWithinStep)
        guard !context.isInterrupted else { throw Self.stopped }
        let home = isWhole ? "\(shown.text).\(split.name)" : shown.text
        let items = own.prefix(limit).map { photo in
          var item = item(photo, &unreadable, &sizes)
          item.photo = PhotoReference(name: photo.name, split: home, label: photo.label)
          return item
        }
        groups.append(
          ImageGrid.Group(
            title: isWhole ? "\(label) \(split.name)" : label, items: items, total: own.count,
            place: PhotoReference.Place(split: home, label: label)))
      }
    }
    return ImageGrid(
      title: shown.text, groups: groups.filter { $0.total > 0 }, columns: columns,
      note: Self.note(
        (details ? [Self.summary(sizes) + scalings(of: shown, in: workspace)] : []) + unreadable
          + [shown.dataset.unreadable.flatMap { UnreadableView(photos: $0).sentence }].compactMap(\.self)
          + remark(listed.count, of: labels.count, shown.text))
    ).rendering
  }

  /// The samples of a table, drawn where they are pictures.
  private func samples(_ shown: TableSelection, on context: CommandContext) throws -> Rendering {
    let labels = try labels(of: .table(shown))
    // Rows with names are read; others may be pictures.
    if !shown.dataset.columns.isEmpty, shown.dataset.sampleShape.count == 1 {
      return try RowsView(selection: shown, label: label == nil ? nil : labels.first, limit: limit).rendering()
    }
    let places = Dictionary(grouping: shown.truths.enumerated(), by: \.element)
    let listed = labels.prefix(Self.mostClasses)
    let groups = try listed.map { label in
      let own = (places[label] ?? []).map(\.offset)
      let items = try own.prefix(min(limit, columns * 2)).map { index in
        ImageGrid.Item(
          source: Thumbnails.picture(of: try shown.tensor([index])).flatMap { try? $0.pngDataURI() },
          caption: details ? "\(index)" : "", description: "sample \(index), \(label)")
      }
      guard !context.isInterrupted else { throw Self.stopped }
      return ImageGrid.Group(title: label, items: items, total: own.count)
    }
    return ImageGrid(
      title: shown.text, groups: groups, columns: columns, imageWidth: 40,
      note: Self.note(remark(listed.count, of: labels.count, shown.text))
    ).rendering
  }

  /// The most classes that are shown at once: more would make the page heavy.
  private static let mostClasses = 100

  private func remark(_ listed: Int, of all: Int, _ name: String) -> [String] {
    guard listed < all else { return [] }
    return [
      "The first \(listed) of \(Numbers.grouped(all)) classes. To see another: show \(name) label=…   All their names: "
        + "describe \(name.prefix { $0 != "." }) limit=\(min(all + 1, 100_000))"
    ]
  }

  private static func note(_ lines: [String]) -> String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }

  private func labels(of selection: Selection) throws -> [String] {
    guard let label else { return selection.labels }
    guard let place = LabelSpelling.position(of: label.word, in: selection.labels) else {
      throw Diagnostic(
        .unknownClass(label.word, model: selection.text, known: selection.labels), at: label.span)
    }
    return [selection.labels[place]]
  }

  /// How many of the photos shown have which size, the most frequent first: `45 × 224×224`.
  private static func summary(_ sizes: [String: Int]) -> String {
    sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10).map { "\(Numbers.grouped($1)) × \($0)" }
      .joined(separator: ", ") + (sizes.count > 10 ? " and \(sizes.count - 10) other sizes" : "")
  }

  /// How the models of the workspace bring the photos to size: `, stretched to 227×227 (hand, near)`.
  private func scalings(of shown: PhotoSelection, in workspace: Workspace) -> String {
    var models: [String: [String]] = [:]
    var order: [String] = []
    for name in workspace.models.keys.sorted() {
      guard let model = workspace.models[name], let image = model.image else { continue }
      let phrase = (image.scaling ?? shown.dataset.scaling).phrase(to: "\(image.width)×\(image.height)")
      if models[phrase] == nil { order.append(phrase) }
      models[phrase, default: []].append(name)
    }
    let several = order.count > 1
    return order.map { ", \($0)" + (several ? " (\(models[$0, default: []].joined(separator: ", ")))" : "") }.joined()
  }

  private func item(
    _ photo: Photo, _ unreadable: inout [String], _ sizes: inout [String: Int]
  ) -> ImageGrid.Item {
    do {
      let copy = try Thumbnails.copy(of: photo)
      let size = "\(copy.width) × \(copy.height)"
      sizes["\(copy.width)×\(copy.height)", default: 0] += 1
      return ImageGrid.Item(
        source: copy.address, caption: details ? "\(photo.shortName) \(size)" : "",
        description: "\(photo.name), \(size), \(photo.label)")
    } catch {
      let reason = error.mistake.map { DiagnosticTexts.text(of: $0).message } ?? "\(error)"
      unreadable.append(reason.replacing(" Nothing was changed.", with: ""))
      return ImageGrid.Item(source: nil, caption: photo.shortName, badge: .warning, description: reason)
    }
  }
}
