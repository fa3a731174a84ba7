import Figures
import Pictures
import Training

/// `show hands.train columns=10`
struct ShowCommand: Command {
  static let declaration = CommandDeclaration(
    "show", "Shows photos, class by class.",
    discussion: "A photo that cannot be read is shown as an empty frame with the reason; nothing else stops for it.",
    positionals: [PositionalDeclaration("dataset", .split, "A dataset, or one of its splits.")],
    arguments: [
      ArgumentDeclaration("columns", .integer(1...50), "How many photos stand side by side.", default: "10"),
      ArgumentDeclaration("label", .label, "Only this class."),
      ArgumentDeclaration("limit", .integer(1...2000), "The most photos of a class that are shown.", default: "50"),
      ArgumentDeclaration("details", .bool, "Whether each photo's size is told.", default: "false"),
    ],
    examples: ["show hands columns=10", "show hands.test label=✊"])

  private let selection: CheckedValue
  private let columns: Int
  private let label: CheckedValue?
  private let limit: Int
  private let details: Bool

  init(_ arguments: Arguments) throws(Fault) {
    selection = arguments.positionals[0]
    columns = arguments.integer("columns") ?? 10
    label = arguments["label"]
    limit = arguments.integer("limit") ?? 50
    details = arguments.bool("details") ?? false
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let shown = try session.photos(selection)
    let labels = try self.labels(of: shown)
    let splits = shown.text == shown.dataset.name ? shown.dataset.splits.map(\.name) : [""]
    var groups: [ImageGrid.Group] = []
    var unreadable: [String] = []
    for split in splits {
      let photos = split.isEmpty ? shown.photos : shown.dataset.split(split)?.photos ?? []
      for label in labels {
        guard !stage.isInterrupted else { throw Interruption(remark: "Showing was stopped; nothing was changed.") }
        let own = photos.filter { $0.label == label }
        let items = own.prefix(limit).map { item($0, &unreadable) }
        groups.append(
          ImageGrid.Group(title: split.isEmpty ? label : "\(label) \(split)", items: items, total: own.count))
      }
    }
    return ImageGrid(
      title: shown.text, groups: groups.filter { $0.total > 0 }, columns: columns,
      note: unreadable.isEmpty ? nil : unreadable.joined(separator: "\n")
    ).rendering
  }

  private func labels(of selection: PhotoSelection) throws(Fault) -> [String] {
    guard let label else { return selection.dataset.labels }
    guard let place = LabelSpelling.position(of: label.word, in: selection.dataset.labels) else {
      throw Fault(
        .unknownClass(label.word, model: selection.dataset.name, known: selection.dataset.labels), at: label.span)
    }
    return [selection.dataset.labels[place]]
  }

  private func item(_ photo: Photo, _ unreadable: inout [String]) -> ImageGrid.Item {
    do throws(Fault) {
      let picture = try Photo.picture(photo)
      let size = "\(picture.width) × \(picture.height)"
      return ImageGrid.Item(
        source: Thumbnails.address(of: picture), caption: details ? "\(photo.shortName) \(size)" : "",
        description: "\(photo.name), \(size), \(photo.label)")
    } catch {
      let reason = Sentences.tell(error.fact).message
      unreadable.append(reason.replacing(" Nothing was changed.", with: ""))
      return ImageGrid.Item(source: nil, caption: photo.shortName, badge: .warning, description: reason)
    }
  }
}
