public import Experiments
public import Figures
public import Tensors
import Wording

/// How features are shown: how many, of what size, and how long they took.
public struct FeaturesView {
  let selection: PhotoSelection
  let extractor: Extractor
  /// [photos, features].
  let features: Tensor
  let account: FeatureCache.Account
  let seconds: Double
  /// How much 8 bits change the features, where they are asked for.
  let agreement: FeatureAgreement?

  /// Shows the features of photos, and how long they took.
  public init(
    selection: PhotoSelection, extractor: Extractor, features: Tensor, account: FeatureCache.Account, seconds: Double,
    agreement: FeatureAgreement? = nil
  ) {
    (self.selection, self.extractor, self.features, self.account) = (selection, extractor, features, account)
    (self.seconds, self.agreement) = (seconds, agreement)
  }

  /// A line of facts, and the numbers each class shows.
  public var summary: Rendering {
    let width = features.shape[1]
    let rows: [[Table.Cell]] = selection.dataset.labels.compactMap { label in
      let own = selection.photos.indices.filter { selection.photos[$0].label == label }
      guard !own.isEmpty else { return nil }
      let values = own.flatMap { features.row($0) }
      let zeros = values.count { $0 == 0 }
      let spread = Spread(values)
      return [
        .text(label), .integer(own.count), .number(spread.mean, .fixed(2)),
        .number(spread.largest, .fixed(2)),
        .text(Numbers.percent(Double(zeros) / Double(max(1, values.count)))),
      ]
    }
    return Table(
      caption:
        "\(selection.text): \(Numbers.grouped(width)) features per photo, from \(extractor.phrase)",
      columns: [
        Table.Column("class"), .number("photos"), .number("mean"), .number("largest"), .number("zeros"),
      ], rows: rows, note: ([timing] + (agreement.map { [Self.phrase($0)] } ?? [])).joined(separator: " ")
    ).rendering
  }

  /// How much 8 bits change, beside how far photos are apart.
  private static func phrase(_ agreement: FeatureAgreement) -> String {
    let error = agreement.error.map {
      "the features are off by \(Numbers.percent($0)) of the distance to the nearest other photo, on average, and "
    }
    return "In 8 bits \(error ?? "")\(Numbers.part(agreement.sameNearest, of: agreement.photos)) photos have the same "
      + "nearest photo as in single precision."
  }

  private var timing: String {
    guard account.computed > 0 else { return "All were cached already." }
    let rate = Double(account.computed) / max(seconds, 1e-9)
    let known = account.known > 0 ? ", \(Numbers.grouped(account.known)) cached already" : ""
    return "\(Numbers.count(account.computed, "photo")) in \(Numbers.duration(seconds)) "
      + "(\(Numbers.grouped(Int(rate.rounded()))) photos/s, decoding included)\(known)."
  }
}
