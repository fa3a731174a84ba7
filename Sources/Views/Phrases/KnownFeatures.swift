public import Experiments
import Training
import Wording

/// Samples that a comparison holds out from a model, while the network that makes its features was trained on them.
public struct KnownFeatures {
  /// What the model is called.
  let name: String
  /// Where its features come from; nil where that is no network of the workspace.
  let basis: FeatureBasis?
  /// The samples.
  let selection: Selection

  /// The samples of a comparison, as the network that makes a model's features knows them.
  public init(name: String, basis: FeatureBasis?, selection: Selection) {
    (self.name, self.basis, self.selection) = (name, basis, selection)
  }

  /// What is to be said of it.
  ///
  /// - Parameters:
  ///   - command: The statement's first words, which another dataset is given to: `compare near deep`.
  ///   - workspace: Where other splits are looked for.
  /// - Returns: Nil where the network was not trained on any of the samples, or nothing is known of it.
  public func remark(_ command: String, in workspace: Workspace) -> String? {
    guard let basis, let learnt = basis.learnt else { return nil }
    let count = learnt.contains(selection).count { $0 }
    guard count > 0 else { return nil }
    let noun = selection.dataset.noun
    let which =
      count == selection.count
      ? "these \(Numbers.count(count, noun))"
      : "\(Numbers.grouped(count)) of these \(Numbers.count(selection.count, noun))"
    let remedy = unknownSplit(to: learnt, in: workspace).map {
      " To use \(noun)s new to \(basis.network): \(command) on=\(Words.quoted($0))"
    }
    return "⚠️ \(basis.network) was trained on \(which), and \(name) uses features of \(basis.network): "
      + "\(name)'s accuracy here is likely too high.\(remedy ?? "")"
  }

  /// A split of the same dataset that the network has seen nothing of.
  private func unknownSplit(to learnt: LearntSamples, in workspace: Workspace) -> String? {
    let name = selection.dataset.name
    return workspace.datasets[name]?.splits.map { "\(name).\($0.name)" }.first { text in
      guard let split = try? workspace.selection(named: text), split.count > 0 else { return false }
      return !learnt.contains(split).contains(true)
    }
  }
}
