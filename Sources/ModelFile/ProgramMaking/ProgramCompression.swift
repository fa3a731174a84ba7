import Networks
import Tensors

/// Stores the large weights of a program in fewer bits, in the ways its operations know: halves that are cast, 8 bits evenly spaced per
/// output channel, and places in a palette. The file of weights is written anew, without what nothing refers to.
struct ProgramCompression {
  /// Fewer numbers stay as they are, as coremltools has it.
  static let fewNumbers = 2_048
  /// The types of operations whose weights are packed, and the inputs that are weights.
  private static let weights = [
    "conv": "weight", "conv_transpose": "weight", "linear": "weight", "matmul": "y", "gather": "x",
  ]

  private let precision: WeightPrecision
  private let package: ModelPackage
  private var writer = WeightFileWriter(nil)
  /// Where records lie now, by where they lay.
  private var moved: [Int: Int] = [:]

  /// The same program, its weights in fewer bits; those that are compressed already stay as they are, and with `asStored` all.
  ///
  /// - Throws: `cannotExpress` where its operations know no such weights, `program` where it is not sound.
  static func packed(_ file: ModelFile, _ precision: WeightPrecision) throws(ModelFileError) -> ModelFile {
    guard let package = file.package else { return file }
    var packing = ProgramCompression(precision: precision, package: package)
    var (copy, content) = (file, file.content)
    var functions: [WireMessage] = []
    for var entry in content[repeated: 2].messages {
      guard var function = entry.message(2) else { continue }
      var blocks: [WireMessage] = []
      for var specialization in function[repeated: 3].messages {
        if let block = specialization.message(2) {
          specialization.set(2, message: try packing.packed(block, operationSet: specialization.text(1)))
        }
        blocks.append(specialization)
      }
      function[repeated: 3].messages = blocks
      entry.set(2, message: function)
      functions.append(entry)
    }
    content[repeated: 2].messages = functions
    copy.content = content
    var files = package.files
    let folder = package.modelPath.split(separator: "/").dropLast().joined(separator: "/")
    if let before = files["\(folder)/weights/weight.bin"] {
      // Where something refers to every record there is, the file stays as it is.
      guard precision != .asStored || packing.writer.bytes.count < before.count else { return file }
      files["\(folder)/weights/weight.bin"] = PackageFile(packing.writer.bytes)
    }
    copy.package = ModelPackage(files: files, modelPath: package.modelPath)
    return copy
  }

  private init(precision: WeightPrecision, package: ModelPackage) {
    (self.precision, self.package) = (precision, package)
  }

  // MARK: Operations

  private mutating func packed(_ block: WireMessage, operationSet: String) throws(ModelFileError) -> WireMessage {
    let version = Int(operationSet.dropFirst("CoreML".count)) ?? 0
    try check(version, operationSet)
    let records = block[repeated: 3].messages
    var readers: [String: Set<Bool>] = [:]
    for record in records.map(OperationRecord.init) {
      for (input, bindings) in record.inputs {
        for case .name(let name) in bindings {
          readers[name, default: []].insert(ProgramCompression.weights[record.type] == input)
        }
      }
    }
    var (made, copy): ([WireMessage], WireMessage) = ([], block)
    for record in records {
      let operation = OperationRecord(record)
      if operation.type == "const", let output = operation.outputs.first, readers[output.name] == [true],
        let value = operation.attributes["val"], value.place?.file == WeightFileWriter.path,
        let packed = try packed(value, output.name, version)
      {
        made += packed
      } else {
        made.append(try moved(record))
      }
    }
    copy[repeated: 3].messages = made
    return copy
  }

  /// Whether operations of a version know weights like that.
  private func check(_ version: Int, _ operationSet: String) throws(ModelFileError) {
    switch precision {
    case .asStored: break
    case .float16, .linear(8), .lookupTable(1), .lookupTable(2), .lookupTable(4), .lookupTable(6), .lookupTable(8),
      .linear(1), .linear(2), .linear(4), .linear(6):
      guard version >= 6 else { throw .cannotExpress(.programWithoutPacking(operationSet)) }
    default: throw .cannotExpress(.programPrecision)
    }
  }

  /// An operation with the records it refers to in the new file.
  private mutating func moved(_ record: WireMessage) throws(ModelFileError) -> WireMessage {
    var copy = record
    var attributes = record[repeated: 5].messages
    for place in attributes.indices {
      if let value = attributes[place].message(2) { attributes[place].set(2, message: try moved(value: value)) }
    }
    copy[repeated: 5].messages = attributes
    var inputs = record[repeated: 2].messages
    for place in inputs.indices {
      guard var argument = inputs[place].message(2) else { continue }
      var bindings = argument[repeated: 1].messages
      for binding in bindings.indices {
        if let value = bindings[binding].message(2) { bindings[binding].set(2, message: try moved(value: value)) }
      }
      argument[repeated: 1].messages = bindings
      inputs[place].set(2, message: argument)
    }
    copy[repeated: 2].messages = inputs
    return copy
  }

  private mutating func moved(value: WireMessage) throws(ModelFileError) -> WireMessage {
    let record = ValueRecord(value)
    guard let place = record.place, place.file == WeightFileWriter.path,
      case .tensor(let element, _) = record.type
    else { return value }
    if moved[place.offset] == nil {
      let constant = try constant(record)
      moved[place.offset] = writer.add(bytes: constant.packed ?? [], count: constant.count, as: element)
    }
    var (copy, blob) = (value, value.message(5) ?? WireMessage())
    blob.set(2, moved[place.offset] ?? 0)
    copy.set(5, message: blob)
    return copy
  }

  private func constant(_ record: ValueRecord) throws(ModelFileError) -> ProgramConstant {
    do throws(ProgramProblem) { return try record.constant(package) } catch { throw .program(ProgramError(error)) }
  }

  // MARK: Weights

  /// The operations that make a constant of fewer bits; nil where it stays as it is.
  private mutating func packed(
    _ value: ValueRecord, _ name: String, _ version: Int
  ) throws(ModelFileError) -> [WireMessage]? {
    guard case .tensor(let element, _) = value.type, element == .float32 || element == .float16 else { return nil }
    let constant = try constant(value)
    guard constant.count >= ProgramCompression.fewNumbers, constant.shape.count >= 2 else { return nil }
    let numbers = constant.floats
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    switch precision {
    case .float16:
      guard element == .float32, numbers.allSatisfy({ abs($0) < 65_520 }) else { return nil }
      return [halves(numbers, constant.shape, name)]
    case .linear(8): return eightBits(numbers, constant.shape, element, name, version)
    case .linear(let bits), .lookupTable(let bits):
      return palette(numbers, constant.shape, element, name, bits: bits, version)
    case .asStored, .float32: return nil
    }
  }

  private mutating func stored(_ element: ElementType, _ shape: [Int], _ bytes: [UInt8]) -> WireMessage {
    let offset = writer.add(bytes: bytes[...], count: shape.reduce(1, *), as: element)
    return ProgramWire.stored(element, shape, file: WeightFileWriter.path, offset: offset)
  }

  private mutating func floats(_ numbers: [Float], _ shape: [Int], _ element: ElementType) -> WireMessage {
    stored(element, shape, WeightFileWriter.data(numbers, as: element))
  }

  private mutating func halves(_ numbers: [Float], _ shape: [Int], _ name: String) -> WireMessage {
    ProgramWire.operation(
      "constexpr_cast", [], [(name, ProgramWire.tensorType(.float32, shape))],
      attributes: [
        ("source_val", floats(numbers, shape, .float16)), ("output_dtype", ProgramWire.text("fp32")),
      ])
  }

  /// Whole numbers of 8 bits, a scale and a zero point for each entry of the first axis. 0 stays 0.
  private mutating func eightBits(
    _ numbers: [Float], _ shape: [Int], _ element: ElementType, _ name: String, _ version: Int
  ) -> [WireMessage] {
    let inner = numbers.count / shape[0]
    var (codes, scales, zeros): ([UInt8], [Float], [UInt8]) = ([], [], [])
    codes.reserveCapacity(numbers.count)
    for channel in 0..<shape[0] {
      let row = numbers[channel * inner..<(channel + 1) * inner]
      let (least, greatest) = (min(row.min() ?? 0, 0), max(row.max() ?? 0, 0))
      var scale = greatest / 255 - least / 255
      if element == .float16 { scale = HalfPrecision.rounded(scale) }
      if scale == 0 || !scale.isFinite { scale = element == .float16 ? 0x1p-14 : 1 }
      let zero = min(max((-least / scale).rounded(), 0), 255)
      scales.append(scale)
      zeros.append(UInt8(zero))
      for number in row { codes.append(UInt8(min(max((number / scale).rounded() + zero, 0), 255))) }
    }
    let type = ProgramWire.tensorType(element, shape)
    let data = stored(.uint8, shape, codes)
    guard version >= 8 else {
      return [
        ProgramWire.operation(
          "constexpr_affine_dequantize", [], [(name, type)],
          attributes: [
            ("quantized_data", data), ("zero_point", stored(.uint8, [shape[0]], zeros)),
            ("scale", floats(scales, [shape[0]], element)), ("axis", ProgramWire.integer(0)),
          ])
      ]
    }
    let wide = [shape[0]] + shape.dropFirst().map { _ in 1 }
    return [
      ProgramWire.constant("\(name)_data", data),
      ProgramWire.constant("\(name)_scale", floats(scales, wide, element)),
      ProgramWire.constant("\(name)_offset", stored(.uint8, wide, zeros)),
      ProgramWire.operation(
        "constexpr_blockwise_shift_scale",
        [("data", .name("\(name)_data")), ("scale", .name("\(name)_scale")), ("offset", .name("\(name)_offset"))],
        [(name, type)]),
    ]
  }

  /// Places in a table of 2^bits numbers, found by k-means.
  private mutating func palette(
    _ numbers: [Float], _ shape: [Int], _ element: ElementType, _ name: String, bits: Int, _ version: Int
  ) -> [WireMessage] {
    var table = QuantizedWeights.centers(of: numbers, count: 1 << bits)
    if element == .float16 { table = table.map(HalfPrecision.rounded) }
    var packed = [UInt8](repeating: 0, count: (numbers.count * bits + 7) / 8)
    for (place, number) in numbers.enumerated() {
      // The first lies lowest, and may reach into the next byte.
      let code = QuantizedWeights.nearest(number, in: table) << (place * bits % 8)
      packed[place * bits / 8] |= UInt8(truncatingIfNeeded: code)
      if code > 0xFF { packed[place * bits / 8 + 1] |= UInt8(truncatingIfNeeded: code >> 8) }
    }
    let type = ProgramWire.tensorType(element, shape)
    guard version >= 8 else {
      return [
        ProgramWire.operation(
          "constexpr_lut_to_dense", [], [(name, type)],
          attributes: [
            ("indices", stored(.uint8, [packed.count], packed)), ("lut", floats(table, [table.count], element)),
            ("shape", ProgramWire.sizes(shape)),
          ])
      ]
    }
    let indices: [Int: ElementType] = [1: .uint1, 2: .uint2, 4: .uint4, 6: .uint6, 8: .uint8]
    return [
      ProgramWire.constant("\(name)_indices", stored(indices[bits] ?? .uint8, shape, packed)),
      ProgramWire.constant("\(name)_lut", floats(table, shape.map { _ in 1 } + [table.count, 1], element)),
      ProgramWire.operation(
        "constexpr_lut_to_dense", [("indices", .name("\(name)_indices")), ("lut", .name("\(name)_lut"))],
        [(name, type)]),
    ]
  }
}

extension ProgramRecord {
  /// The same program without weights that nothing refers to, its large weights in fewer bits in the ways its operations know.
  ///
  /// - Throws: `cannotExpress` where they know no such weights, `program` where it is not sound.
  public func packed(_ precision: WeightPrecision) throws(ModelFileError) -> ModelFile {
    try ProgramCompression.packed(file, precision)
  }
}
