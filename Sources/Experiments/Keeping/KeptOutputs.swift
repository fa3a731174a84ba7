/// What a network's outputs stand for, as it is kept.
struct KeptOutputs: Sendable, Codable {
  private let classes: [String]
  private let starterClassCount: Int
  private let outputs: Int
  private let isRegressor: Bool
  /// Absent in what was kept before there was such a thing.
  private let areScores: Bool?

  /// Describes outputs.
  init(_ value: NetworkOutputs) {
    (classes, outputs) = (value.classes, value.count)
    (starterClassCount, isRegressor) = (value.initialClasses, value.isRegressor)
    areScores = value.areScores ? true : nil
  }

  /// The outputs.
  var value: NetworkOutputs {
    var value = NetworkOutputs(outputs, classes: classes, isRegressor: isRegressor)
    value.initialClasses = starterClassCount
    value.areScores = areScores ?? false
    return value
  }
}
