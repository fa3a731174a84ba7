public import ModelFile
import Training

extension NearestNeighborsProblem {
  /// What contradicts what among the examples, as part of a sentence.
  public var phrase: String {
    switch self {
    case .sampleLength(let index, let expected, let actual):
      "example \(index) has \(actual) numbers instead of \(expected)"
    case .notFinite(let index): "example \(index) holds a value that is infinite or not a number"
    case .labelCount(let samples, let labels): "there are \(samples) examples and \(labels) labels"
    case .size(let field, let value): "\(field) is \(value)"
    case .noDistance: "no distance is named"
    case .noWeighting: "no weighting of votes is named"
    case .noDefaultLabel: "there is no default label"
    }
  }
}
