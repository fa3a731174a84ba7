/// What is known of every sample of a table: its class, or numbers to be predicted.
public enum TableTruths: Sendable, Equatable {
  /// A class each, as its place among the names.
  case classes(names: [String], codes: [Int32])
  /// As many numbers each as there are outputs, sample by sample.
  case numbers([Float], outputs: Int = 1)

  /// Classes by their names, in the order in which they come first.
  public init(labels: [String]) {
    var codes: [String: Int32] = [:]
    var names: [String] = []
    let found = labels.map { label -> Int32 in
      if let code = codes[label] { return code }
      let code = Int32(names.count)
      codes[label] = code
      names.append(label)
      return code
    }
    self = .classes(names: names, codes: found)
  }

  /// How many samples there are.
  public var count: Int {
    switch self {
    case .classes(_, let codes): codes.count
    case .numbers(let numbers, let outputs): numbers.count / outputs
    }
  }

  /// The class of a sample, or its number as text from which the same number is read; several with a blank between them.
  public func text(_ place: Int) -> String {
    switch self {
    case .classes(let names, let codes): names[Int(codes[place])]
    case .numbers(let numbers, 1): "\(numbers[place])"
    case .numbers(let numbers, let outputs):
      numbers[place * outputs..<(place + 1) * outputs].map { "\($0)" }.joined(separator: " ")
    }
  }

  /// The numbers to be predicted, sample by sample; nil where there are classes.
  public var numbers: [Float]? { if case .numbers(let numbers, _) = self { numbers } else { nil } }

  /// How many numbers a sample has; 0 where there are classes.
  public var outputs: Int { if case .numbers(_, let outputs) = self { outputs } else { 0 } }
}
