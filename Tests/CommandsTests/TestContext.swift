import Figures
import Language
import Networks
import Synchronization
import Tensors
import Training

@testable import Commands
@testable import Experiments

extension CommandContext {
  /// A context nobody looks at.
  static var unseen: CommandContext { CommandContext(display: Page(), makeIdentity: { "" }) }
}

extension Candidate {
  /// A candidate on made-up samples.
  ///
  /// - Parameters:
  ///   - configuration: How it is made.
  ///   - features: The samples, [samples, width], row-major.
  ///   - width: How many numbers each has.
  ///   - truths: Their classes.
  init(_ configuration: CandidateConfiguration, features: [Float], width: Int, truths: [String]) {
    var labels: [String] = []
    for truth in truths where !labels.contains(truth) { labels.append(truth) }
    self.init(
      name: "made up", configuration: configuration, looksAt: "numbers",
      variants: [.kept(Tensor(shape: [truths.count, width], values: features))], truths: truths, labels: labels)
  }
}
