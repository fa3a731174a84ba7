import Networks
import Tensors

/// Reads one layer's settings and numbers, every size checked before it is used.
struct LayerReader {
  /// No size of a tensor, window or step is larger than this.
  static let largestSize = Int(Int32.max)

  let record: LayerRecord
  /// The message that holds the settings and numbers.
  let content: WireMessage

  init(_ record: LayerRecord, content: WireMessage? = nil) {
    self.record = record
    self.content = content ?? record.content
  }

  func fail(_ problem: LayerProblem) -> ModelFileError { .layer(record.layerName, problem) }

  /// Checks how many tensors the layer reads and makes.
  func expect(inputs: ClosedRange<Int> = 1...1, outputs: ClosedRange<Int> = 1...1) throws(ModelFileError) {
    guard inputs.contains(record.inputs.count) else {
      throw fail(.tensorCount(field: "input", allowed: inputs, actual: record.inputs.count))
    }
    guard outputs.contains(record.outputs.count) else {
      throw fail(.tensorCount(field: "output", allowed: outputs, actual: record.outputs.count))
    }
  }

  /// A size of at least 1.
  func size(_ number: Int, _ field: String) throws(ModelFileError) -> Int {
    let value = content.count(number)
    try check(value, field, least: 1)
    return value
  }

  func check(_ value: Int, _ field: String, least: Int) throws(ModelFileError) {
    guard (least...LayerReader.largestSize).contains(value) else { throw fail(.size(field: field, value: value)) }
  }

  /// One of a list of choices, which the format numbers from 0.
  func choice<Choice>(_ number: Int, _ field: String, of choices: [Choice]) throws(ModelFileError) -> Choice {
    let value = content.choice(number)
    guard choices.indices.contains(value) else { throw fail(.choice(field: field, value: value)) }
    return choices[value]
  }

  /// A height and a width; `absent` when the list is empty.
  func extent(_ number: Int, _ field: String, absent: Int, least: Int = 1) throws(ModelFileError) -> Extent {
    let list = content[repeated: number].counts
    guard list.isEmpty || list.count == 2 else {
      throw fail(.listLength(field: field, allowed: [0, 2], actual: list.count))
    }
    for value in list { try check(value, field, least: least) }
    return list.isEmpty ? Extent(absent, absent) : Extent(list[0], list[1])
  }

  /// The numbers of a field, in the shape the layer's settings ask for.
  func tensor(
    _ number: Int, _ field: String, shape: [Int], channelAxis: Int = 0, groups: Int = 1
  ) throws(ModelFileError) -> Tensor {
    let parameters = WeightParameters(content.message(number) ?? WireMessage())
    return try tensor(parameters, field, shape: shape, channelAxis: channelAxis, groups: groups)
  }

  /// As above, of a message already found.
  func tensor(
    _ parameters: WeightParameters, _ field: String, shape: [Int], channelAxis: Int = 0, groups: Int = 1
  ) throws(ModelFileError) -> Tensor {
    guard let layout = WeightLayout(shape, channelAxis: channelAxis, groups: groups) else {
      throw fail(.size(field: field, value: Int.max))
    }
    do { return Tensor(shape: shape, values: try parameters.values(layout)) } catch {
      throw fail(.weights(field: field, error.problem))
    }
  }

  /// The numbers of a bias, quantised with one scale and offset for all.
  func bias(_ number: Int, has: Int, channels: Int) throws(ModelFileError) -> Tensor? {
    guard content.bool(has) else { return nil }
    let flat = try tensor(number, "bias", shape: [1, channels])
    return Tensor(shape: [channels], values: flat.values)
  }

  /// The rows and columns around a map (format message `BorderAmounts`: height first, then width; none when absent).
  func margins(_ borders: WireMessage?) throws(ModelFileError) -> Margins {
    let amounts = borders?[repeated: 10].messages ?? []
    guard amounts.isEmpty || amounts.count == 2 else {
      throw fail(.listLength(field: "borderAmounts", allowed: [0, 2], actual: amounts.count))
    }
    guard amounts.count == 2 else { return Margins() }
    for amount in amounts {
      try check(amount.count(1), "startEdgeSize", least: 0)
      try check(amount.count(2), "endEdgeSize", least: 0)
    }
    return Margins(
      top: amounts[0].count(1), bottom: amounts[0].count(2), left: amounts[1].count(1), right: amounts[1].count(2))
  }

  /// The treatment of the border by one of the fields `valid`, `same` and, in a pooling, `includeLastPixel`.
  func padding(valid: Int, same: Int, lastPixel: Int? = nil) throws(ModelFileError) -> Padding {
    switch content.oneOf([valid, same] + (lastPixel.map { [$0] } ?? [])) {
    case (valid, let message)?: return .valid(try margins(message.message(1)))
    case (same, let message)?:
      let mode = message.choice(1)
      guard (0...1).contains(mode) else { throw fail(.choice(field: "asymmetryMode", value: mode)) }
      return .same(topLeftHeavy: mode == 1)
    case (_, let message)?:
      let amounts = message[repeated: 10].counts
      guard amounts.isEmpty || amounts.count == 2 else {
        throw fail(.listLength(field: "paddingAmounts", allowed: [0, 2], actual: amounts.count))
      }
      for amount in amounts { try check(amount, "paddingAmounts", least: 0) }
      return .includeLastPixel(rows: amounts.first ?? 0, columns: amounts.last ?? 0)
    case nil: throw fail(.noPaddingKind)
    }
  }
}
