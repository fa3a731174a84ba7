import Tensors

/// Makes the numbers of compressed weights: palettes, scaled whole numbers, sparse numbers, and combinations of them.
///
/// Sums and products are in single precision and rounded once to the type of the result.
struct Decompression: Sendable {
  /// What the operation reads, by the names its type gives them.
  let inputs: [String: ProgramConstant]
  /// The type of the result.
  let element: ElementType

  private func input(_ name: String) throws(ProgramProblem) -> ProgramConstant {
    guard let input = inputs[name] else { throw .missingInput(name) }
    return input
  }

  private func rounded(_ values: [Float], _ shape: [Int]) -> ProgramConstant {
    ProgramConstant(element, shape: shape, floats: element == .float16 ? values.map(HalfPrecision.rounded) : values)
  }

  private static func product(_ shape: [Int]) throws(ProgramProblem) -> Int {
    guard shape.allSatisfy({ $0 >= 0 }), let count = shape.product, count <= 1 << 31 else {
      throw .tooLarge(value: "", shape: shape)
    }
    return count
  }

  // MARK: Packed in bytes, the shape beside them

  /// `constexpr_lut_to_dense` with attributes: packed indices into one palette.
  func palette() throws(ProgramProblem) -> ProgramConstant {
    let (indices, table, shape) = (try input("indices"), try input("lut").floats, try input("shape").integers)
    let count = try Decompression.product(shape)
    guard let bits = [1, 2, 4, 6, 8].first(where: { 1 << $0 == table.count }) else {
      throw .setting("lut", value: "\(table.count)")
    }
    guard let bytes = indices.packed, bytes.count == (count * bits + 7) / 8 else {
      throw .count(expected: count, actual: indices.count * 8 / bits)
    }
    return rounded(PackedBits(bytes, bits: bits).map(count: count) { table[Int($0)] }, shape)
  }

  /// `constexpr_affine_dequantize`: scale · (q − zero point), one of each for all or along an axis.
  func affine() throws(ProgramProblem) -> ProgramConstant {
    let data = try input("quantized_data")
    let (scale, zero) = (try input("scale").floats, try input("zero_point").floats)
    let rank = data.shape.count
    var axis = try input("axis").integers.first ?? 0
    if axis < 0 { axis += rank }
    guard axis >= 0, axis < rank else { throw .setting("axis", value: "\(axis)") }
    let (length, inner) = (data.shape[axis], data.shape[(axis + 1)...].reduce(1, *))
    for (name, values) in [("scale", scale), ("zero_point", zero)] where values.count != 1 && values.count != length {
      throw .setting(name, value: "[\(values.count)]")
    }
    var values = data.floats
    for first in stride(from: 0, to: values.count, by: max(inner, 1)) {
      let channel = first / inner % length
      let (factor, offset) = (scale[scale.count == 1 ? 0 : channel], zero[zero.count == 1 ? 0 : channel])
      for place in first..<first + inner { values[place] = factor * (values[place] - offset) }
    }
    return rounded(values, data.shape)
  }

  /// `constexpr_sparse_to_dense`: where a bit of the mask is set stands the next number, elsewhere 0. The mask's shape is its own, or
  /// stands beside its bytes.
  func sparse() throws(ProgramProblem) -> ProgramConstant {
    let (numbers, mask) = (try input("nonzero_data").floats, try input("mask"))
    let shape = inputs["shape"]?.integers ?? mask.shape
    let bits = try set(mask, count: Decompression.product(shape))
    guard bits.count(where: { $0 }) == numbers.count else {
      throw .count(expected: bits.count { $0 }, actual: numbers.count)
    }
    var next = 0
    let values = bits.map { isSet -> Float in
      guard isSet else { return 0 }
      next += 1
      return numbers[next - 1]
    }
    return rounded(values, shape)
  }

  /// `constexpr_cast`.
  func cast() throws(ProgramProblem) -> ProgramConstant {
    let source = try input("source_val")
    return rounded(source.floats, source.shape)
  }

  /// The bits of a mask.
  private func set(_ mask: ProgramConstant, count: Int) throws(ProgramProblem) -> [Bool] {
    guard let bytes = mask.packed, bytes.count == (count + 7) / 8 else {
      throw .count(expected: count, actual: mask.count)
    }
    return PackedBits(bytes, bits: 1).map(count: count) { $0 != 0 }
  }
}

// MARK: Tensors of few bits with a shape of their own

extension Decompression {
  /// `constexpr_lut_to_dense` with inputs: palettes for groups along any axes, each entry a number, or several along one axis.
  func palettes() throws(ProgramProblem) -> ProgramConstant {
    let indices = try input("indices")
    var palettes = try PaletteTable(try input("lut"), for: indices.shape)
    var shape = indices.shape
    var axis = 0
    if palettes.length > 1 {
      guard let named = try input("vector_axis").integers.first else { throw .missingInput("vector_axis") }
      axis = named < 0 ? named + shape.count : named
      guard shape.indices.contains(axis) else { throw .setting("vector_axis", value: "\(named)") }
      shape[axis] *= palettes.length
    }
    var values = [Float](repeating: 0, count: try Decompression.product(shape))
    let inner = indices.shape.dropFirst(axis + 1).reduce(1, *)
    for (place, index) in indices.integers.enumerated() {
      guard let first = palettes.place(of: index, at: place) else { throw .setting("indices", value: "\(index)") }
      if palettes.length == 1 {
        values[place] = palettes.values[first]
        continue
      }
      // Entry e of this place lies at (axis · length + e), the axes after it as they are.
      let to = place / inner * palettes.length * inner + place % inner
      for entry in 0..<palettes.length { values[to + entry * inner] = palettes.values[first + entry] }
    }
    return rounded(values, shape)
  }

  /// `constexpr_lut_to_sparse`: the same for the numbers that are not 0; their mask and they.
  func sparsePalettes() throws(ProgramProblem) -> (mask: ProgramConstant, numbers: ProgramConstant) {
    let (mask, indices) = (try input("indices_mask"), try input("indices_nonzero_data").integers)
    var palettes = try PaletteTable(try input("lut"), for: mask.shape)
    guard palettes.length == 1 else { throw .setting("lut", value: "[…, \(palettes.length)]") }
    let places = try places(mask, of: indices.count)
    var values: [Float] = []
    values.reserveCapacity(indices.count)
    for (place, index) in zip(places, indices) {
      guard let first = palettes.place(of: index, at: place) else { throw .setting("indices", value: "\(index)") }
      values.append(palettes.values[first])
    }
    return (mask, rounded(values, [values.count]))
  }

  /// `constexpr_blockwise_shift_scale`: scale · (data − offset), one of each for a block of numbers.
  func blocks() throws(ProgramProblem) -> ProgramConstant {
    let data = try input("data")
    let numbers = data.floats
    return rounded(try scaled(numbers, at: numbers.indices, in: data.shape), data.shape)
  }

  /// `constexpr_sparse_blockwise_shift_scale`: the same for the numbers that are not 0; their mask and they.
  func sparseBlocks() throws(ProgramProblem) -> (mask: ProgramConstant, numbers: ProgramConstant) {
    let (mask, numbers) = (try input("data_mask"), try input("nonzero_data").floats)
    let values = try scaled(numbers, at: try places(mask, of: numbers.count), in: mask.shape)
    return (mask, rounded(values, [values.count]))
  }

  /// The numbers at ascending places of a tensor, scaled by what its blocks have.
  private func scaled(
    _ numbers: [Float], at places: some Sequence<Int>, in shape: [Int]
  ) throws(ProgramProblem) -> [Float] {
    let scale = try input("scale")
    var scaleBlocks = try BlockTable(scale.shape, for: shape, named: "scale")
    let factors = scale.floats
    var values = numbers
    if let offset = inputs["offset"] {
      var offsetBlocks = try BlockTable(offset.shape, for: shape, named: "offset")
      let offsets = offset.floats
      for (index, place) in zip(values.indices, places) { values[index] -= offsets[offsetBlocks.block(at: place)] }
    }
    for (index, place) in zip(values.indices, places) {
      values[index] = factors[scaleBlocks.block(at: place)] * values[index]
    }
    return values
  }

  /// The places of a mask's set bits.
  private func places(_ mask: ProgramConstant, of count: Int) throws(ProgramProblem) -> [Int] {
    let places = try set(mask, count: mask.count).enumerated().compactMap { $1 ? $0 : nil }
    guard places.count == count else { throw .count(expected: places.count, actual: count) }
    return places
  }
}

/// Which block of a tensor, cut into equal runs along each axis, a place lies in. Asked for places in order, it looks a block up once
/// for all that follow one another in it.
private struct BlockTable {
  /// For each axis: its length, the length of a run, and the step from one block to the next.
  private let axes: [(length: Int, run: Int, step: Int)]
  /// How many places, from a multiple of it, surely lie in one block.
  private let together: Int
  /// The places of the block looked up last, and that block.
  private var latest = (places: 0..<0, block: 0)

  init(_ blocks: [Int], for shape: [Int], named name: String) throws(ProgramProblem) {
    guard blocks.count == shape.count, zip(blocks, shape).allSatisfy({ $0 >= 1 && $1 % $0 == 0 }) else {
      throw .setting(name, value: "\(blocks)")
    }
    var axes: [(Int, Int, Int)] = []
    var step = 1
    for (block, length) in zip(blocks, shape).reversed() {
      axes.insert((length, length / block, step), at: 0)
      step *= block
    }
    self.axes = axes
    var together = 1
    for axis in axes.reversed() {
      together *= axis.1
      if axis.1 < axis.0 { break }
    }
    self.together = max(together, 1)
  }

  mutating func block(at place: Int) -> Int {
    if latest.places.contains(place) { return latest.block }
    let first = place / together * together
    latest = (first..<first + together, found(at: place))
    return latest.block
  }

  private func found(at place: Int) -> Int {
    var (rest, block) = (place, 0)
    for axis in axes.reversed() where axis.length > 0 {
      block += rest % axis.length / axis.run * axis.step
      rest /= axis.length
    }
    return block
  }
}

/// Palettes for groups of places: [groups along each axis …, entries, numbers of an entry].
private struct PaletteTable {
  let values: [Float]
  /// How many numbers an entry has.
  let length: Int
  private let entries: Int
  private var groups: BlockTable

  init(_ table: ProgramConstant, for shape: [Int]) throws(ProgramProblem) {
    guard table.shape.count == shape.count + 2 else { throw .setting("lut", value: "\(table.shape)") }
    (entries, length) = (table.shape[shape.count], table.shape[shape.count + 1])
    guard length >= 1, entries >= 1 else { throw .setting("lut", value: "\(table.shape)") }
    groups = try BlockTable(Array(table.shape.dropLast(2)), for: shape, named: "lut")
    values = table.floats
  }

  /// Where an entry's numbers begin; nil where there is no such entry.
  mutating func place(of index: Int, at place: Int) -> Int? {
    guard index >= 0, index < entries else { return nil }
    return (groups.block(at: place) * entries + index) * length
  }
}
