public import ModelFile
import Wording

extension LayerProblem {
  /// What is wrong with the layer, as part of a sentence.
  public var phrase: String {
    switch self {
    case .noType: "it has no type"
    case .listLength(let field, let allowed, let actual):
      "\(field) has \(actual) entries instead of \(Numbers.alternatives(allowed.map(String.init)))"
    case .size(let field, let value): "\(field) is \(value)"
    case .choice(let field, let value): "\(field) is \(value), which is not defined"
    case .noPaddingKind: "it does not define its padding"
    case .groups(let channels, let groups): "\(channels) channels cannot be split into \(groups) groups"
    case .tensorCount(let field, let allowed, let actual):
      "\(field) names \(actual) tensors instead of \(allowed.lowerBound)"
        + (allowed.upperBound == .max
          ? " or more" : allowed.upperBound > allowed.lowerBound ? " to \(allowed.upperBound)" : "")
    case .weights(let field, let problem): "its \(field) \(problem.phrase)"
    }
  }
}

extension WeightProblem {
  /// What is wrong with the weights, as part of a sentence.
  fileprivate var phrase: String {
    switch self {
    case .missing: "are missing"
    case .severalEncodings: "are stored in more than one way"
    case .count(let expected, let actual):
      "hold \(Numbers.grouped(actual)) numbers instead of \(Numbers.grouped(expected))"
    case .byteCount(let expected, let actual):
      "hold \(Numbers.grouped(actual)) bytes instead of \(Numbers.grouped(expected))"
    case .noQuantization: "are raw bytes without quantisation parameters"
    case .uncountable: "are stored in an unknown number of bits"
    case .bits(let bits): "have \(bits) bits each; 1 to 8 are possible"
    case .tableLength(let expected, let actual): "come with a table of \(actual) entries instead of \(expected)"
    case .scaleCount(let channels, let scales, let biases):
      "have \(channels) channels, but \(scales) scales and \(biases) offsets"
    }
  }
}
