import Foundation

/// Maps of another size: by the nearest numbers, or by weighted sums along one axis after the other.
enum OnnxResizeOperations {
  static let table: [String: OnnxOperation] = ["Resize": resize]

  private static let resize: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    var value = try reader.input(0)
    let shape = value.shape
    let scaling = try Scaling(reader, shape)
    guard !reader.truth("antialias") else { throw .setting("antialias", value: "1") }
    let mode = reader.node.text("mode") ?? "nearest"
    let axes = shape.indices.filter { scaling.sizes[$0] != shape[$0] || scaling.scales[$0] != 1 }
    if mode == "nearest" {
      let tables = try axes.map { (axis) throws(ProgramProblem) in try scaling.nearest(axis) }
      let isPlain = zip(axes, tables).allSatisfy { axis, table in
        table == (0..<scaling.sizes[axis]).map { $0 * shape[axis] / scaling.sizes[axis] }
      }
      if isPlain, shape.count == 4, axes.allSatisfy({ $0 >= 2 }), !axes.isEmpty {
        return [try draft.add("resize_nearest_neighbor", target(value, scaling))]
      }
      for (axis, table) in zip(axes, tables) {
        let indices = draft.constant(ProgramConstant(.int32, shape: [table.count], integers: table))
        value = try draft.add(
          "gather", [("x", .value(value)), ("indices", .value(indices)), ("axis", .integer(axis))])
      }
      return [value]
    }
    guard mode == "linear" || mode == "cubic" else { throw .setting("mode", value: mode) }
    if mode == "linear", shape.count == 4, axes.allSatisfy({ $0 >= 2 }), !axes.isEmpty, let grid = scaling.grid {
      return [try draft.add("resize_bilinear", target(value, scaling) + [("sampling_mode", .text(grid))])]
    }
    for axis in axes {
      value = try weighted(value, axis: axis, try scaling.weights(axis, isCubic: mode == "cubic"), &draft)
    }
    return [value]
  }

  private static func target(_ value: DraftValue, _ scaling: Scaling) -> [(String, ProgramDraft.Argument)] {
    [
      ("x", .value(value)), ("target_size_height", .integer(scaling.sizes[2])),
      ("target_size_width", .integer(scaling.sizes[3])),
    ]
  }

  /// A product with a matrix along an axis.
  private static func weighted(
    _ value: DraftValue, axis: Int, _ matrix: [[Float]], _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    let last = value.shape.count - 1
    var order = Array(value.shape.indices)
    order.swapAt(axis, last)
    let (rows, columns) = (matrix.count, value.shape[axis])
    var value = value
    if axis != last { value = try draft.add("transpose", [("x", .value(value)), ("perm", .integers(order))]) }
    let weights = draft.floats(matrix.flatMap(\.self), [rows, columns], value.element)
    value = try draft.add("matmul", [("x", .value(value)), ("y", .value(weights)), ("transpose_y", .truth(true))])
    guard axis != last else { return value }
    return try draft.add("transpose", [("x", .value(value)), ("perm", .integers(order))])
  }

  /// Which numbers of the old axes the new ones are made of.
  private struct Scaling {
    let old: [Int]
    private(set) var sizes: [Int]
    private(set) var scales: [Double]
    private let mode: String, rounding: String
    private let coefficient: Double, excludesOutside: Bool
    /// The most weights along an axis.
    private static let mostWeights = 1 << 22

    init(_ reader: OnnxReader, _ shape: [Int]) throws(ProgramProblem) {
      old = shape
      mode = reader.node.text("coordinate_transformation_mode") ?? "half_pixel"
      rounding = reader.node.text("nearest_mode") ?? "round_prefer_floor"
      coefficient = Double(reader.node.float("cubic_coeff_a") ?? -0.75)
      excludesOutside = reader.truth("exclude_outside")
      let axes = try reader.node.integers("axes").map { (named) throws(ProgramProblem) in
        try OnnxReader.axes(named, of: shape.count)
      }
      let places = axes ?? Array(shape.indices)
      (sizes, scales) = (shape, shape.map { _ in 1 })
      if let named = try reader.constant(3)?.wholeNumbers {
        guard named.count == places.count else { throw .setting("sizes", value: "\(named)") }
        for (axis, size) in zip(places, named) {
          (sizes[axis], scales[axis]) = (size, Double(size) / Double(shape[axis]))
        }
        let policy = reader.node.text("keep_aspect_ratio_policy") ?? "stretch"
        guard policy == "stretch" else { throw .setting("keep_aspect_ratio_policy", value: policy) }
      } else if let named = try reader.constant(2)?.floats {
        guard named.count == places.count else { throw .setting("scales", value: "\(named)") }
        for (axis, scale) in zip(places, named) {
          let size = (Double(shape[axis]) * Double(scale)).rounded(.down)
          guard size >= 1, size <= Double(1 << 24) else { throw .setting("scales", value: "\(named)") }
          (sizes[axis], scales[axis]) = (Int(size), Double(scale))
        }
      } else {
        throw .missingInput("sizes")
      }
      guard sizes.allSatisfy({ (1...1 << 24).contains($0) }) else { throw .setting("sizes", value: "\(sizes)") }
      let modes = ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "half_pixel_symmetric"]
      guard modes.contains(mode) else { throw .setting("coordinate_transformation_mode", value: mode) }
    }

    /// As programs call the places, where they have a word for them: the sizes alone then say the scales.
    var grid: String? {
      guard old.indices.allSatisfy({ Double(sizes[$0]) == Double(old[$0]) * scales[$0] || mode == "align_corners" })
      else {
        return nil
      }
      switch mode {
      case "half_pixel": return "UNALIGN_CORNERS"
      case "pytorch_half_pixel": return sizes[2...].contains(1) ? nil : "UNALIGN_CORNERS"
      case "align_corners": return "STRICT_ALIGN_CORNERS"
      case "asymmetric": return "DEFAULT"
      default: return nil
      }
    }

    /// The place on the old axis of each number of the new one, in single precision as the operators state it.
    private func places(_ axis: Int) -> [Float] {
      let (length, size, scale) = (Float(old[axis]), Float(sizes[axis]), Float(scales[axis]))
      return (0..<sizes[axis]).map { index in
        let i = Float(index)
        switch mode {
        case "align_corners": return size == 1 ? 0 : i * (length - 1) / (size - 1)
        case "asymmetric": return i / scale
        case "pytorch_half_pixel": return size == 1 ? 0 : (i + 0.5) / scale - 0.5
        case "half_pixel_symmetric":
          let adjustment = size / (length * scale)
          return length / 2 * (1 - adjustment) + (i + 0.5) / scale - 0.5
        default: return (i + 0.5) / scale - 0.5
        }
      }
    }

    /// The entry of the old axis that each of the new one is.
    func nearest(_ axis: Int) throws(ProgramProblem) -> [Int] {
      var entries: [Int] = []
      for place in places(axis) {
        let rounded: Float
        switch rounding {
        case "floor": rounded = place.rounded(.down)
        case "ceil": rounded = place.rounded(.up)
        case "round_prefer_floor": rounded = (place - 0.5).rounded(.up)
        case "round_prefer_ceil": rounded = (place + 0.5).rounded(.down)
        default: throw .setting("nearest_mode", value: rounding)
        }
        entries.append(Int(min(max(rounded, 0), Float(old[axis] - 1))))
      }
      return entries
    }

    /// For each number of the new axis the weights of those of the old one.
    func weights(_ axis: Int, isCubic: Bool) throws(ProgramProblem) -> [[Float]] {
      let length = old[axis]
      guard length <= Scaling.mostWeights / sizes[axis] else { throw .tooLarge(value: "", shape: sizes) }
      return places(axis).map { place in
        let place = Double(place)
        var row = [Double](repeating: 0, count: length)
        let base = place.rounded(.down)
        for step in isCubic ? -1...2 : 0...1 {
          let entry = base + Double(step)
          let isOutside = entry < 0 || entry > Double(length - 1)
          guard !(isOutside && excludesOutside && isCubic) else { continue }
          let distance = abs(place - entry)
          row[Int(min(max(entry, 0), Double(length - 1)))] += isCubic ? cubic(distance) : max(0, 1 - distance)
        }
        let sum = excludesOutside && isCubic ? row.reduce(0, +) : 1
        return row.map { Float($0 / sum) }
      }
    }

    private func cubic(_ x: Double) -> Double {
      let a = coefficient
      if x <= 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
      return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0
    }
  }
}
