public import Experiments
public import Figures
import Wording

/// What copying photos into a folder of one's own came to.
public struct WorkCopyView {
  /// What was done.
  let plan: WorkCopy.Plan
  /// The dataset's name.
  let name: String
  /// Where the photos came from and went to, for people.
  let source: String, target: String
  /// How many photos of the source cannot be read and were left out.
  let unreadable: Int

  /// Tells of a copy that was made.
  public init(plan: WorkCopy.Plan, name: String, source: String, target: String, unreadable: Int) {
    (self.plan, self.name, self.source, self.target) = (plan, name, source, target)
    self.unreadable = unreadable
  }

  /// The sentences.
  public var rendering: Rendering {
    var lines = [
      plan.copied == 0
        ? "Nothing new in \(source) to copy to \(target)."
        : "\(Numbers.count(plan.copied, "photo")) \(plan.copied == 1 ? "was" : "were") copied from \(source) to \(target)."
    ]
    if plan.gone > 0 {
      lines.append(
        "\(Numbers.count(plan.gone, "photo")) of \(source) \(plan.gone == 1 ? "was" : "were") removed from \(target) before: "
          + "restore \(name) brings \(plan.gone == 1 ? "it" : "them") back.")
    }
    if plan.moved > 0 {
      lines.append(
        "\(Numbers.count(plan.moved, "photo")) \(plan.moved == 1 ? "lies" : "lie") in another class there and "
          + "\(plan.moved == 1 ? "stays" : "stay").")
    }
    if unreadable > 0 {
      lines.append(
        "\(Numbers.count(unreadable, "photo")) of \(source) cannot be read and \(unreadable == 1 ? "was" : "were") not copied."
      )
    }
    return Rendering.text(lines.joined(separator: "\n"))
  }
}
