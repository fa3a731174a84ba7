import Testing

@testable import ModelFile

struct DecompressionTests {
  private func bytes(_ bytes: [UInt8], _ element: ElementType = .uint8, _ shape: [Int]? = nil) throws -> ProgramConstant
  {
    try ProgramConstant(element, shape: shape ?? [bytes.count], packed: bytes[...])
  }

  private func floats(_ values: [Float], _ shape: [Int]? = nil) -> ProgramConstant {
    ProgramConstant(.float32, shape: shape ?? [values.count], floats: values)
  }

  private func integers(_ values: [Int]) -> ProgramConstant {
    ProgramConstant(.uint32, shape: [values.count], integers: values)
  }

  private func decompression(_ inputs: [String: ProgramConstant], _ element: ElementType = .float32) -> Decompression {
    Decompression(inputs: inputs, element: element)
  }

  @Test func `a palette's indices are packed, the first lowest`() throws {
    let made = try decompression([
      "indices": bytes([0b11_10_01_00, 0b01]), "lut": floats([1, 2, 4, 8]), "shape": integers([5]),
    ]).palette()
    #expect(made.floats == [1, 2, 4, 8, 2])
    #expect(throws: ProgramProblem.self) {
      _ = try decompression([
        "indices": bytes([0]), "lut": floats([1, 2, 4, 8]), "shape": integers([5]),
      ]).palette()
    }
  }

  @Test func `whole numbers are shifted and scaled along an axis`() throws {
    let made = try decompression([
      "quantized_data": bytes([1, 2, 0xFF, 3], .int8, [2, 2]), "scale": floats([0.5, 2]),
      "zero_point": bytes([1, 0], .int8, [2]), "axis": ProgramConstant(.int32, shape: [], integers: [0]),
    ]).affine()
    #expect(made.floats == [0, 0.5, -2, 6])
  }

  @Test func `half weights are rounded once`() throws {
    let made = try decompression(
      ["data": bytes([3], .int8, [1]), "scale": floats([0.333_251_95], [1])], .float16
    ).blocks()
    #expect(made.floats == [Float(Float16(0.333_251_95 as Float * 3))])
  }

  @Test func `a mask says where numbers stand`() throws {
    let mask: [UInt8] = [0x30, 0x90, 0x10, 0x0B, 0x06]
    let made = try decompression([
      "nonzero_data": floats((1...10).map { Float($0) }), "mask": bytes(mask), "shape": integers([5, 7]),
    ]).sparse()
    let places = made.floats.indices.filter { made.floats[$0] != 0 }
    #expect(places == [4, 5, 12, 15, 20, 24, 25, 27, 33, 34])
    #expect(throws: ProgramProblem.count(expected: 10, actual: 9)) {
      _ = try decompression([
        "nonzero_data": floats((1...9).map { Float($0) }), "mask": bytes(mask), "shape": integers([5, 7]),
      ]).sparse()
    }
  }

  @Test func `blocks along each axis have a scale of their own`() throws {
    let made = try decompression([
      "data": bytes([0x21, 0x43, 0x65, 0x07], .uint4, [2, 4]), "scale": floats([1, 10, 100, 1000], [2, 2]),
    ]).blocks()
    #expect(made.floats == [1, 2, 30, 40, 500, 600, 7000, 0])
    #expect(throws: ProgramProblem.setting("scale", value: "[2, 3]")) {
      _ = try decompression([
        "data": bytes([0, 0, 0, 0], .uint4, [2, 4]), "scale": floats([1, 1, 1, 1, 1, 1], [2, 3]),
      ]).blocks()
    }
  }

  @Test func `an index may stand for several numbers along an axis`() throws {
    let made = try decompression([
      "indices": bytes([0b0110], .uint1, [1, 4]), "lut": floats([1, 2, 3, 4], [1, 1, 2, 2]),
      "vector_axis": ProgramConstant(.int32, shape: [], integers: [0]),
    ]).palettes()
    #expect(made.shape == [2, 4])
    #expect(made.floats == [1, 3, 3, 1, 2, 4, 4, 2])
  }
}
