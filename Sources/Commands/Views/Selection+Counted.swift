import CommandLanguage
import Experiments

extension Selection {
  /// What its samples are called, counted: 45 photos.
  func counted(_ count: Int) -> String { Numbers.count(count, dataset.noun) }
}
