import Networks
import Operations

/// Maps of another size.
enum ResizeOperations {
  static let table: [String: OperationTranslation] = [
    "upsample_nearest_neighbor": { (reader, builder) throws(ProgramProblem) in
      try nearest(reader, try factors(reader), &builder)
    },
    "resize_nearest_neighbor": { (reader, builder) throws(ProgramProblem) in
      try nearest(reader, try targets(reader), &builder)
    },
    "upsample_bilinear": { (reader, builder) throws(ProgramProblem) in
      let isAligned = try reader.truth("align_corners", absent: true)
      let isCentred = try reader.truth("half_pixel_centers", absent: !isAligned)
      let grid: SamplingGrid = isAligned ? .strictCorners : isCentred ? .centers : .corners
      return try bilinear(reader, try factors(reader), grid, &builder)
    },
    "resize_bilinear": { (reader, builder) throws(ProgramProblem) in
      try bilinear(reader, try targets(reader), try grid(reader), &builder)
    },
  ]

  // MARK: Sizes

  private static func lengths(_ reader: OperationReader) throws(ProgramProblem) -> [Int] {
    let shape = try reader.tensor("x").shape
    guard shape.count >= 3 else { throw .shapes([shape]) }
    return Array(shape.suffix(2))
  }

  private static func factors(_ reader: OperationReader) throws(ProgramProblem) -> [Int] {
    var sizes: [Int] = []
    for (name, length) in zip(["scale_factor_height", "scale_factor_width"], try lengths(reader)) {
      let factor = try reader.float(name) ?? 1
      let size = (Float(length) * factor).rounded(.down)
      guard size >= 1, size <= Float(1 << 24) else { throw .setting(name, value: "\(factor)") }
      sizes.append(Int(size))
    }
    return sizes
  }

  private static func targets(_ reader: OperationReader) throws(ProgramProblem) -> [Int] {
    var sizes: [Int] = []
    for name in ["target_size_height", "target_size_width"] {
      guard let size = try reader.integer(name) else { throw .missingInput(name) }
      guard (1...1 << 24).contains(size) else { throw .setting(name, value: "\(size)") }
      sizes.append(size)
    }
    return sizes
  }

  // MARK: Numbers

  private static func nearest(
    _ reader: OperationReader, _ sizes: [Int], _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape) = try reader.tensor("x")
    let made = Array(shape.dropLast(2)) + sizes
    try NetworkBuilder.check(made)
    let tables = zip(shape, made).map { length, size in (0..<size).map { $0 * length / size } }
    return [
      try builder.operation(
        .pick(tables, fill: 0), [x], element: element, TensorForm(made, isMap: x.isMap))
    ]
  }

  private static func bilinear(
    _ reader: OperationReader, _ sizes: [Int], _ grid: SamplingGrid, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape) = try reader.tensor("x")
    guard shape.count == 4 else { throw .shapes([shape]) }
    let lengths = try ResizeOperations.lengths(reader)
    try NetworkBuilder.check(Array(shape[..<2]) + sizes)
    return [
      try builder.operation(
        .resample(rows: grid.places(lengths[0], sizes[0]), columns: grid.places(lengths[1], sizes[1])), [x],
        element: element, TensorForm(Array(shape[..<2]) + sizes, isMap: x.isMap))
    ]
  }

  private static func grid(_ reader: OperationReader) throws(ProgramProblem) -> SamplingGrid {
    let mode = reader.text("sampling_mode") ?? "DEFAULT"
    guard let grid = SamplingGrid(rawValue: mode) else { throw .setting("sampling_mode", value: mode) }
    return grid
  }

  /// Which places of the old map the new ones are, by the format's names.
  private enum SamplingGrid: String {
    case strictCorners = "STRICT_ALIGN_CORNERS"
    case alignedCorners = "ALIGN_CORNERS"
    case corners = "DEFAULT"
    case offsetCorners = "OFFSET_CORNERS"
    case centers = "UNALIGN_CORNERS"

    /// The places of m numbers along an axis of n, within the axis.
    func places(_ n: Int, _ m: Int) -> [Double] {
      let (length, size) = (Double(n), Double(m))
      return (0..<m).map { index in
        let i = Double(index)
        let place =
          switch self {
          case .strictCorners: m == 1 ? 0 : i * (length - 1) / (size - 1)
          case .alignedCorners: m == 1 ? (length - 1) / 2 : i * (length - 1) / (size - 1)
          case .corners: i * length / size
          case .offsetCorners: (i + 0.5) * max(1, length - 1) / size
          case .centers: (i + 0.5) * length / size - 0.5
          }
        return min(max(place, 0), length - 1)
      }
    }
  }
}
