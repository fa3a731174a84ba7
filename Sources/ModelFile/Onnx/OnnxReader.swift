/// What one node reads, and its settings.
struct OnnxReader {
  let node: OnnxNode
  /// The version of the standard operators.
  let operatorSet: Int
  /// What it reads in order; nil for what is left out.
  let inputs: [DraftValue?]
  /// Constants beside the model.
  let files: OnnxDataFiles

  /// An input that may be left out.
  func optional(_ place: Int) -> DraftValue? { inputs.indices.contains(place) ? inputs[place] : nil }

  /// An input that has to be there.
  func input(_ place: Int) throws(ProgramProblem) -> DraftValue {
    guard let input = optional(place) else { throw .missingInput("\(place + 1)") }
    return input
  }

  /// All inputs.
  func all() throws(ProgramProblem) -> [DraftValue] {
    var values: [DraftValue] = []
    for place in inputs.indices { values.append(try input(place)) }
    guard !values.isEmpty else { throw .missingInput("1") }
    return values
  }

  /// An input that has to be known; nil where it is left out, or holds nothing.
  func constant(_ place: Int) throws(ProgramProblem) -> ProgramConstant? {
    guard let value = optional(place) else { return nil }
    guard let constant = value.constant else { throw .notConstant("\(place + 1)") }
    return constant.count == 0 ? nil : constant
  }

  /// Whole numbers that were a setting once and are an input now; nil where they are left out.
  func integers(_ name: String, input place: Int) throws(ProgramProblem) -> [Int]? {
    if let setting = node.integers(name) { return setting }
    return try constant(place)?.wholeNumbers
  }

  /// A setting that is 0 or 1.
  func truth(_ name: String, absent: Bool = false) -> Bool { node.integer(name).map { $0 != 0 } ?? absent }

  /// An axis of so many, counted from 0.
  func axis(_ name: String = "axis", of rank: Int, absent: Int? = nil) throws(ProgramProblem) -> Int {
    guard let named = node.integer(name) ?? absent else { throw .missingInput(name) }
    return try OperationReader.axis(named, of: rank, name)
  }

  /// Axes of so many, counted from 0.
  static func axes(_ named: [Int], of rank: Int) throws(ProgramProblem) -> [Int] {
    var axes: [Int] = []
    for axis in named { axes.append(try OperationReader.axis(axis, of: rank, "axes")) }
    guard Set(axes).count == axes.count else { throw .setting("axes", value: "\(named)") }
    return axes
  }
}

extension ProgramConstant {
  /// The numbers cut to whole ones of 32 bits, the nearest there are.
  var wholeNumbers: [Int] { integers.map { Int(Int32(clamping: $0)) } }
}

/// How a node becomes operations of a program.
typealias OnnxOperation =
  @Sendable (OnnxReader, inout ProgramDraft) throws(ProgramProblem) -> [DraftValue]
