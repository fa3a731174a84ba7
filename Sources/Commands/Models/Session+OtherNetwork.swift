import CommandLanguage
import Language
import Networks
import Tensors

extension Session {
  /// The network a word stands for, a model's or a file's, of which another one takes something.
  ///
  /// - Throws: `Fact.unknownThing`, what is wrong with the file, `Fact.notUnderstoodBy` for what is no network.
  func network(behind value: CheckedValue, for command: String) throws(Fault) -> NetworkModel {
    switch try subject(value) {
    case .model(.network(let other)): return other
    case .file(let file, let path):
      do throws(Fault) {
        let opened = try ModelOpening(file: file, path: path, session: self).open(as: value.word)
        if case .network(let other) = opened { return other }
      } catch {
        throw error.placed(at: value.span)
      }
    default: break
    }
    throw Fault(
      .notUnderstoodBy(command: command, model: value.word, kind: "thing of another kind"), at: value.span)
  }
}

extension NetworkModel {
  /// Sees to it that another network has the same parameters, layer by layer.
  ///
  /// - Throws: `FileFact.otherLayers`.
  func checkLayers(sameAs other: NetworkModel, at span: Span) throws(Fault) {
    let (own, others) = (definition.parameters, other.definition.parameters)
    let keys = Set(own.keys).union(others.keys).sorted { ($0.layer, $0.part.rawValue) < ($1.layer, $1.part.rawValue) }
    for key in keys where own[key]?.shape != others[key]?.shape {
      let (mine, theirs) = (own[key]?.shape, others[key]?.shape)
      throw Fault(.file(.otherLayers(name, other: other.name, layer: key.layer, own: mine, others: theirs)), at: span)
    }
  }
}
