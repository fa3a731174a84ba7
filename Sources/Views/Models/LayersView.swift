public import Experiments
public import Figures
import Foundation
import Wording

/// How the layers of a network are shown.
public struct LayersView {
  let title: String
  let listing: LayerList
  /// How many layers are shown, counted from the end; nil for all.
  var last: Int?

  /// Shows a list of layers, or its last ones.
  public init(title: String, listing: LayerList, last: Int? = nil) {
    (self.title, self.listing, self.last) = (title, listing, last)
  }

  private var shown: ArraySlice<LayerList.Row> { listing.rows.suffix(last ?? listing.rows.count) }

  /// A row for each layer.
  public var table: Rendering {
    let all = listing.rows.compactMap(\.parameters).reduce(0, +)
    let trainable = listing.rows.map(\.trainable).reduce(0, +)
    let left = listing.rows.count - shown.count
    return Table(
      caption: "\(title): \(Numbers.count(listing.rows.count, "layer")), "
        + "\(Numbers.grouped(trainable)) trainable of \(Numbers.grouped(all)) parameters",
      columns: [
        .number("id"), Table.Column("layer"), Table.Column("type"), Table.Column("reads"), Table.Column("makes"),
        .number("parameters"), Table.Column("updatable"), Table.Column("can learn"),
      ],
      rows: shown.map { row in
        [
          .integer(row.number, .muted), .text(row.name), .text(row.type, .muted), .text(Self.text(row.reads)),
          .text(Self.text(row.makes)), row.parameters.map { $0 == 0 ? "" : .integer($0) } ?? "?",
          row.isUpdatable ? .text("yes", .strong) : "", .text(row.learning.phrase, .muted),
        ]
      },
      note: left > 0 ? "\(Numbers.count(left, "layer")) before these." : nil
    ).rendering
  }

  /// The same as JSON: a list of objects.
  public var json: Rendering {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let entries = shown.map { row in
      Entry(
        id: row.number, name: row.name, type: row.type, inputShapes: row.reads, outputShapes: row.makes,
        parameters: row.parameters, updatable: row.isUpdatable, canLearn: row.learning.canLearn,
        remark: row.learning.phrase)
    }
    return Rendering.text((try? encoder.encode(entries)).map { String(decoding: $0, as: UTF8.self) } ?? "[]")
  }

  private struct Entry: Encodable {
    let id: Int, name: String, type: String
    let inputShapes: [[Int]?], outputShapes: [[Int]?]
    let parameters: Int?
    let updatable: Bool, canLearn: Bool
    let remark: String
  }

  private static func text(_ shapes: [[Int]?]) -> String {
    shapes.map { $0.map { "\($0)" } ?? "?" }.joined(separator: ", ")
  }
}

extension LayerTrainability {
  /// Whether it can, here at least.
  fileprivate var canLearn: Bool {
    switch self {
    case .everywhere, .here, .onlyHere, .inProgram, .byName: true
    case .nothing, .fixed, .unused, .blocked, .unknown: false
    }
  }

  /// Whether it can, and why not.
  fileprivate var phrase: String {
    switch self {
    case .everywhere: "yes"
    case .here(let layer, let type): "here; on a device the gradient stops at \(layer) (\(type))"
    case .onlyHere: "here; no device trains a layer of this type"
    case .inProgram: "here; no device trains an ML program"
    case .byName: "here, where layers= names it: its constants may be a mask"
    case .nothing: "no: it has no weights"
    case .fixed: "no: its values are constant"
    case .unused: "no: it does not affect the output"
    case .blocked(let layer, let type): "no: no gradient passes through \(layer) (\(type))"
    case .unknown: "no: it cannot be run here"
    }
  }
}
