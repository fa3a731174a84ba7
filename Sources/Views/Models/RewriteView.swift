import Experiments
public import Figures
public import ModelFile

/// Which layers of a file were written otherwise, so that they can be run and trained.
public struct RewriteView {
  let rewrites: [Rewrite]

  /// Tells of these layers.
  public init(rewrites: [Rewrite]) { self.rewrites = rewrites }

  /// A sentence.
  public var rendering: Rendering {
    var kinds: [(kind: Rewrite, layers: [String])] = []
    for rewrite in rewrites {
      if let place = kinds.firstIndex(where: { $0.kind.from == rewrite.from && $0.kind.to == rewrite.to }) {
        kinds[place].layers.append(rewrite.layer)
      } else {
        kinds.append((rewrite, [rewrite.layer]))
      }
    }
    let layers = kinds.map { told($0.layers, from: $0.kind.from, to: $0.kind.to) }
    return Rendering.text("Rewritten with the same result: \(layers.joined(separator: ", ")).")
  }

  /// What became of layers of one kind. Of many the first two are named.
  private func told(_ layers: [String], from: String, to: String?) -> String {
    let isOne = layers.count == 1
    let names =
      switch layers.count {
      case 1...3: layers.joined(separator: ", ")
      default: layers.prefix(2).joined(separator: ", ") + " and \(layers.count - 2) more"
      }
    let fate = to.map { "\($0) now" } ?? (isOne ? "part of the layer before it" : "part of the layers before them")
    return "\(names) (\(from)) \(isOne ? "is" : "are") \(fate)"
  }
}
