import Networks
import Operations

/// Constants that lie compressed in the file.
enum CompressedOperations {
  static let table: [String: OperationTranslation] = [
    "constexpr_lut_to_dense": { (reader, _) throws(ProgramProblem) in
      let decompression = try Decompression(reader)
      return [.constant(try decompression.isPacked ? decompression.palette() : decompression.palettes())]
    },
    "constexpr_affine_dequantize": { (reader, _) throws(ProgramProblem) in
      [.constant(try Decompression(reader).affine())]
    },
    "constexpr_sparse_to_dense": { (reader, _) throws(ProgramProblem) in
      [.constant(try Decompression(reader).sparse())]
    },
    "constexpr_cast": { (reader, _) throws(ProgramProblem) in [.constant(try Decompression(reader).cast())] },
    "constexpr_blockwise_shift_scale": { (reader, _) throws(ProgramProblem) in
      [.constant(try Decompression(reader).blocks())]
    },
    "constexpr_lut_to_sparse": { (reader, _) throws(ProgramProblem) in
      let (mask, numbers) = try Decompression(reader).sparsePalettes()
      return [.constant(mask), .constant(numbers)]
    },
    "constexpr_sparse_blockwise_shift_scale": { (reader, _) throws(ProgramProblem) in
      let (mask, numbers) = try Decompression(reader).sparseBlocks()
      return [.constant(mask), .constant(numbers)]
    },
  ]
}

extension Decompression {
  /// Of an operation of a program: what it reads are its inputs, or before CoreML8 its attributes.
  init(_ reader: OperationReader) throws(ProgramProblem) {
    var inputs: [String: ProgramConstant] = [:]
    for (name, _) in reader.record.inputs { inputs[name] = try reader.constant(name) }
    for (name, record) in reader.record.attributes where name != "name" && inputs[name] == nil {
      if case .tensor = record.type { inputs[name] = try record.constant(reader.package) }
    }
    let last = reader.record.outputs.last
    guard case .tensor(let element, _)? = last?.type else { throw .type(value: last?.name ?? "") }
    self.init(inputs: inputs, element: element)
  }

  /// Whether the shape stands beside bytes that are packed, as before CoreML8.
  var isPacked: Bool { inputs["shape"] != nil }
}
