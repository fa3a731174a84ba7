import Figures
import ModelFile

/// Which layers of a file were written otherwise, so that they can be run and trained.
struct RewriteView {
  let rewrites: [Rewrite]

  /// A sentence.
  var rendering: Rendering {
    let layers = rewrites.map { rewrite in
      rewrite.to.map { "\(rewrite.layer) (\(rewrite.from)) is \($0) now" }
        ?? "\(rewrite.layer) (\(rewrite.from)) is part of the layer before it"
    }
    return Rendering.text("Written otherwise, with the same result: \(layers.joined(separator: ", ")).")
  }
}
