import CommandLanguage
import Experiments
import Language
import Networks
import Tensors

extension NetworkModel {
  /// Sees to it that another network has the same parameters, layer by layer.
  ///
  /// - Throws: `FileDiagnostic.Growth.otherLayers`.
  func checkLayers(sameAs other: NetworkModel, at span: Span) throws {
    let (own, others) = (definition.parameters, other.definition.parameters)
    let keys = Set(own.keys).union(others.keys).sorted { ($0.layer, $0.part.rawValue) < ($1.layer, $1.part.rawValue) }
    for key in keys where own[key]?.shape != others[key]?.shape {
      let (mine, theirs) = (own[key]?.shape, others[key]?.shape)
      throw Diagnostic(
        .file(.growth(.otherLayers(name, other: other.name, layer: key.layer, own: mine, others: theirs))), at: span)
    }
  }
}
