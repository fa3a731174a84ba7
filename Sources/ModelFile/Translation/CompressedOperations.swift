import Networks
import Operations

/// Constants that lie compressed in the file.
enum CompressedOperations {
  static let table: [String: OperationTranslation] = [
    "constexpr_lut_to_dense": { (reader, _) throws(ProgramProblem) in
      let decompression = try Decompression(reader)
      return [
        .constant(
          try decompression.deferred("palette") { (own) throws(ProgramProblem) in
            try own.isPacked ? own.palette() : own.palettes()
          })
      ]
    },
    "constexpr_affine_dequantize": { (reader, _) throws(ProgramProblem) in
      [.constant(try Decompression(reader).deferred("affine") { (own) throws(ProgramProblem) in try own.affine() })]
    },
    "constexpr_sparse_to_dense": { (reader, _) throws(ProgramProblem) in
      [.constant(try Decompression(reader).deferred("sparse") { (own) throws(ProgramProblem) in try own.sparse() })]
    },
    "constexpr_cast": { (reader, _) throws(ProgramProblem) in
      [.constant(try Decompression(reader).deferred("cast") { (own) throws(ProgramProblem) in try own.cast() })]
    },
    "constexpr_blockwise_shift_scale": { (reader, _) throws(ProgramProblem) in
      [.constant(try Decompression(reader).deferred("blocks") { (own) throws(ProgramProblem) in try own.blocks() })]
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

  /// A constant that was decoded once, to see that it can be, and is decoded anew when its numbers are asked for.
  fileprivate func deferred(
    _ kind: String, _ decode: @escaping @Sendable (Decompression) throws(ProgramProblem) -> ProgramConstant
  ) throws(ProgramProblem) -> ProgramConstant {
    let decoded = try decode(self)
    guard decoded.count * MemoryLayout<Float>.size >= ProgramConstant.fewBytes else { return decoded }
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(element)
    for name in inputs.keys.sorted() { hasher.combine(inputs[name]?.identity) }
    let source = DecodedNumbers(count: decoded.count, identity: [hasher.finalize()]) {
      (try? decode(self))?.floats ?? []
    }
    return ProgramConstant(element, shape: decoded.shape, source: source)
  }

  /// Whether the shape stands beside bytes that are packed, as before CoreML8.
  var isPacked: Bool { inputs["shape"] != nil }
}
