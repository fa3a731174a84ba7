public import Experiments
import Wording

extension Selection {
  /// What its samples are called, counted: 45 photos.
  public func counted(_ count: Int) -> String { Numbers.count(count, dataset.noun) }
}
