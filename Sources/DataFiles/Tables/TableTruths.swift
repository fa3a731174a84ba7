/// What is known of every sample of a table: its class, or a number to be predicted.
public enum TableTruths: Sendable, Equatable {
  /// A class each, as its place among the names.
  case classes(names: [String], codes: [Int32])
  /// A number each.
  case numbers([Float])

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
    case .numbers(let numbers): numbers.count
    }
  }

  /// The class of a sample, or its number as text from which the same number is read.
  public func text(_ place: Int) -> String {
    switch self {
    case .classes(let names, let codes): names[Int(codes[place])]
    case .numbers(let numbers): "\(numbers[place])"
    }
  }

  /// The numbers to be predicted; nil where there are classes.
  public var numbers: [Float]? { if case .numbers(let numbers) = self { numbers } else { nil } }
}
