public import Training
import Wording

extension RateChange {
  /// What was set, and from where on: "1e-05 from epoch 13", "1e-05 from epoch 13, mini-batch 4".
  public var phrase: String {
    let place = batch == 0 ? "" : ", mini-batch \(Numbers.grouped(batch + 1))"
    return "\(Numbers.short(learningRate)) from epoch \(Numbers.grouped(epoch + 1))\(place)"
  }
}

extension [RateChange] {
  /// The last of them, in order; nil where there are none.
  public var phrase: String? {
    guard !isEmpty else { return nil }
    let shown = suffix(Self.mostShown).map(\.phrase).joined(separator: "; ")
    return count > Self.mostShown ? "\(Numbers.grouped(count)) times, the last: \(shown)" : shown
  }

  /// The most of them that are listed.
  private static var mostShown: Int { 3 }
}
