import CKernels
import Tensors

/// What is behind a hand.
struct Backdrop {
  private enum Kind: CaseIterable { case wall, planks, tiles, cloth, leaves, shelf }

  /// What it is a mixture of.
  let colours: (Colour, Colour)
  private let kind: Kind
  private let noise: Noise
  private let angle: Angle
  private let scale: Double

  private static let palettes: [(Int, Int)] = [
    (0xE8E4DC, 0xC9C2B5), (0xB98A5E, 0x8C6239), (0xA9BCC6, 0x7F97A3), (0x7C8B6F, 0x4F6045), (0xD9C3B0, 0xB59A84),
    (0x5C6B80, 0x3E4A5C), (0xC7B7C9, 0x9885A0), (0xD8D2A8, 0xA89E6C), (0x8A8F94, 0x5F6468), (0xE6D0D0, 0xBF9292),
  ]

  /// Draws one of many.
  init(from generator: inout SeededGenerator) {
    kind = Kind.allCases[generator.below(Kind.allCases.count)]
    let palette = Self.palettes[generator.below(Self.palettes.count)]
    colours = (Colour(hex: palette.0), Colour(hex: palette.1))
    noise = Noise(seed: generator.next())
    angle = Angle(degrees: generator.between(-25, 25))
    scale = generator.between(0.7, 1.5)
  }

  /// The rows of a picture of it.
  struct Rows {
    private let backdrop: Backdrop
    private let side: Int
    private let window: NoiseWindow?
    private var grain: NoiseRows
    private var titles: NoiseSampler
    private let (x, y, across, down, noise): (Doubles, Doubles, Doubles, Doubles, Doubles)
    private let (column, row): (Doubles, Doubles)

    /// Gets ready for a picture `side` pixels wide and high.
    init(_ backdrop: Backdrop, side: Int) {
      self.backdrop = backdrop
      self.side = side
      window = backdrop.window
      grain = NoiseRows(
        backdrop.noise, columns: (0..<side).map { Double($0) / Double(side) * 9 }, weights: NoiseRows.layered)
      titles = NoiseSampler(backdrop.noise)
      (x, y, across, down) = (Doubles(side), Doubles(side), Doubles(side), Doubles(side))
      (column, row, noise) = (Doubles(side), Doubles(side), Doubles(side))
    }

    /// Writes how much of the second colour there is in some columns of a row, before it is held within 0 and 1.
    mutating func write(_ columns: Range<Int>, _ line: Int, to shares: UnsafeMutablePointer<Double>) {
      enter(columns, line)
      mix(columns.count, into: shares + columns.lowerBound)
      grain.write(Double(line) / Double(side) * 9, in: columns, to: noise.start)
      let noise = noise.start
      for column in columns { shares[column] += noise[column] * 0.06 }
    }

    /// Finds the places of some columns of a row, and the cells of the pattern they lie in.
    private func enter(_ columns: Range<Int>, _ line: Int) {
      let (x, y, count, fine, scale) = (x.start, y.start, columns.count, Double(side), backdrop.scale)
      let (sine, cosine) = (backdrop.angle.sine, backdrop.angle.cosine)
      let dy = Double(line) / fine - 0.5
      for i in 0..<count {
        let dx = Double(columns.lowerBound + i) / fine - 0.5
        x[i] = (dx * cosine - dy * sine) * scale
        y[i] = (dx * sine + dy * cosine) * scale
      }
      guard let cells = backdrop.cells else { return }
      whet_noise_floor(x, cells.across, Int32(count), column.start)
      whet_noise_floor(y, cells.down, Int32(count), row.start)
    }

    private mutating func mix(_ count: Int, into shares: UnsafeMutablePointer<Double>) {
      let (x, y, column, row) = (x.start, y.start, column.start, row.start)
      if let window {
        let (across, down) = (across.start, down.start)
        for i in 0..<count { (across[i], down[i]) = backdrop.place(x[i], y[i], column[i]) }
        window.write(x: across, y: down, count: count, to: shares)
      }
      switch backdrop.kind {
      case .wall: for i in 0..<count { shares[i] = 0.35 + y[i] * 0.5 + shares[i] * 0.3 }
      case .planks:
        for i in 0..<count { shares[i] = Self.line(x[i] * 5 - column[i], 0.03) * 0.7 + 0.3 + shares[i] * 0.55 }
      case .tiles:
        for i in 0..<count {
          let (upright, level) = (Self.line(x[i] * 5 - column[i], 0.04), Self.line(y[i] * 5 - row[i], 0.04))
          shares[i] = max(upright, level) * 0.8 + 0.1
        }
      case .cloth:
        for i in 0..<count {
          let threads = 0.35 * Self.wave(x[i] * 22 - column[i]) * Self.wave(y[i] * 22 - row[i])
          shares[i] = 0.5 + threads + shares[i] * 0.5
        }
      case .leaves: for i in 0..<count { shares[i] = shares[i] > 0.02 ? 0.85 : 0.15 }
      case .shelf:
        for i in 0..<count {
          let board = y[i] * 3 - row[i] < 0.08 ? 1 : 0.2
          shares[i] = board + titles.at(column[i] * 3.7, row[i] * 5.3) * 0.6
        }
      }
    }

    /// 1 on the lines between whole numbers, 0 elsewhere.
    private static func line(_ rest: Double, _ width: Double) -> Double {
      rest < width || rest > 1 - width ? 1 : 0
    }

    /// A wave from −1 to 1, made of parabolas.
    private static func wave(_ rest: Double) -> Double {
      rest < 0.5 ? 16 * rest * (0.5 - rest) : -16 * (rest - 0.5) * (1 - rest)
    }
  }

  /// How many cells of the pattern there are to a unit; nil for a pattern without.
  private var cells: (across: Double, down: Double)? {
    switch kind {
    case .wall, .leaves: nil
    case .planks, .tiles: (5, 5)
    case .cloth: (22, 22)
    case .shelf: (16, 3)
    }
  }

  /// Where in the noise a place lies, in a column of the pattern.
  @inline(__always) private func place(_ x: Double, _ y: Double, _ column: Double) -> (x: Double, y: Double) {
    switch kind {
    case .wall: (x * 2, y * 2)
    case .planks: (column * 7 + x * 16, y * 2.2)
    case .cloth: (x * 3, y * 3)
    case .leaves: (x * 5 + 3, y * 5)
    case .tiles, .shelf: (x, y)
    }
  }

  /// The noise a picture needs; nil where it needs none.
  private var window: NoiseWindow? {
    if kind == .tiles || kind == .shelf { return nil }
    let reach = (abs(angle.cosine) + abs(angle.sine)) * 0.5 * scale
    let (first, last) = (place(-reach, -reach, -reach * 5 - 1), place(reach, reach, reach * 5))
    return NoiseWindow(
      noise, x: first.x...last.x, y: first.y...last.y, weights: NoiseRows.layered.prefix(kind == .leaves ? 3 : 4))
  }
}
