import Tensors

/// A map as a linear function of another: each channel of a pixel a sum over a window, and an offset. So is what a convolution makes, a
/// normalisation with stored statistics, factors and offsets of channels, and sums of such.
struct LinearForm {
  /// What a convolution makes without its bias, or the map as it is, times a factor for each channel.
  struct Term {
    /// Nil for the map as it is.
    let window: Window?
    var factors: [Double]
  }

  /// A convolution, and where its windows lie.
  struct Window {
    let convolution: ConvolutionDefinition
    let geometry: WindowGeometry
  }

  /// The number of the map it is a function of.
  let source: Int
  private var terms: [Term]
  private var offsets: [Double]
  /// How many layers compute it.
  private(set) var layers: Int

  /// A map as it is.
  init(map: Int, channels: Int) {
    source = map
    terms = [Term(window: nil, factors: [Double](repeating: 1, count: channels))]
    offsets = [Double](repeating: 0, count: channels)
    layers = 0
  }

  /// What a convolution makes of a map; nil of a deconvolution.
  init?(_ convolution: ConvolutionDefinition, of map: Int, _ input: MapShape) {
    guard !convolution.isDeconvolution, let geometry = try? convolution.geometry(of: input, layer: "") else {
      return nil
    }
    source = map
    let ones = [Double](repeating: 1, count: convolution.outputChannels)
    terms = [Term(window: Window(convolution: convolution, geometry: geometry), factors: ones)]
    offsets = convolution.bias.map { $0.values.map(Double.init) } ?? ones.map { _ in 0 }
    layers = 1
  }

  /// The same times a factor for each channel, plus an offset.
  func scaled(by factors: [Double], plus offsets: [Double]) -> LinearForm {
    var result = self
    result.terms = terms.map { Term(window: $0.window, factors: zip($0.factors, factors).map { $0 * $1 }) }
    result.offsets = zip(zip(self.offsets, factors), offsets).map { $0.0 * $0.1 + $1 }
    result.layers += 1
    return result
  }

  /// The sum of both, the second times a sign; nil where they are functions of different maps.
  func adding(_ other: LinearForm, sign: Double = 1) -> LinearForm? {
    guard source == other.source, offsets.count == other.offsets.count else { return nil }
    let signs = [Double](repeating: sign, count: offsets.count)
    let added = other.scaled(by: signs, plus: signs.map { _ in 0 })
    var result = self
    for term in added.terms {
      // The map as it is, once.
      if term.window == nil, let own = result.terms.firstIndex(where: { $0.window == nil }) {
        result.terms[own].factors = zip(result.terms[own].factors, term.factors).map { $0 + $1 }
      } else {
        result.terms.append(term)
      }
    }
    result.offsets = zip(offsets, added.offsets).map { $0 + $1 }
    result.layers += other.layers + 1
    return result
  }

  /// The one convolution that computes it: the one with the largest kernel, into which all others fit; nil where there is none.
  var convolution: ConvolutionDefinition? {
    let windows = terms.compactMap(\.window)
    guard let main = windows.max(by: { $0.convolution.taps < $1.convolution.taps }) else { return nil }
    let places = terms.compactMap { main.place(of: $0.window) }
    guard places.count == terms.count else { return nil }
    var made = main.convolution
    made.weights = Tensor(
      shape: made.weights.shape, source: SummedWeights(Array(zip(terms, places)), made.weights.shape))
    made.bias = Tensor(shape: [offsets.count], values: offsets.map(Float.init))
    return made
  }
}

extension ConvolutionDefinition {
  fileprivate var taps: Int { kernelSize.height * kernelSize.width }
}

extension LinearForm.Window {
  /// The row and column of this kernel from which on another one lies in it, or at which the map as it is stands; nil where it does not.
  fileprivate func place(of other: LinearForm.Window?) -> Extent? {
    guard let other else {
      let isSquare = convolution.weights.shape[1] * convolution.groups == convolution.outputChannels
      guard isSquare, let row = geometry.rows.placeOfMap, let column = geometry.columns.placeOfMap else { return nil }
      return Extent(row, column)
    }
    guard other.convolution.groups == convolution.groups,
      other.convolution.outputChannels == convolution.outputChannels,
      other.convolution.weights.shape[1] == convolution.weights.shape[1],
      let row = geometry.rows.place(of: other.geometry.rows),
      let column = geometry.columns.place(of: other.geometry.columns)
    else { return nil }
    return Extent(row, column)
  }
}

extension WindowAxis {
  /// The tap of these windows that lies on the place a window is for; nil where there is none.
  fileprivate var placeOfMap: Int? {
    guard stride == 1, output == input else { return nil }
    let (place, rest) = before.quotientAndRemainder(dividingBy: dilation)
    return rest == 0 && place < kernel ? place : nil
  }

  /// The tap of these windows at which others, over the same map, begin; nil where they do not lie on its taps.
  fileprivate func place(of other: WindowAxis) -> Int? {
    guard stride == other.stride, output == other.output, other.kernel == 1 || dilation == other.dilation else {
      return nil
    }
    let (place, rest) = (before - other.before).quotientAndRemainder(dividingBy: dilation)
    return rest == 0 && place >= 0 && place + other.kernel <= kernel ? place : nil
  }
}

/// The weights of a sum of convolutions, summed in double precision when they are asked for.
private final class SummedWeights: NumberSource {
  private let terms: [(term: LinearForm.Term, place: Extent)]
  /// [output][input of the group][row][column].
  private let shape: [Int]

  init(_ terms: [(LinearForm.Term, Extent)], _ shape: [Int]) {
    self.terms = terms
    self.shape = shape
  }

  var count: Int { shape.reduce(1, *) }

  var identity: [Int] { [Int(bitPattern: ObjectIdentifier(self))] }

  /// Output by output, so that few sums are in double precision at a time.
  func numbers() -> [Float] {
    let (inputs, rows, columns) = (shape[1], shape[2], shape[3])
    let all = terms.map { term, place in
      let weights = term.window?.convolution.weights
      return (factors: term.factors, weights: weights?.values, shape: weights?.shape ?? [], place: place)
    }
    var made: [Float] = []
    made.reserveCapacity(count)
    for output in 0..<shape[0] {
      var sums = [Double](repeating: 0, count: inputs * rows * columns)
      for (factors, weights, shape, place) in all {
        let factor = factors[output], first = place.height * columns + place.width
        guard let weights else {
          sums[output % inputs * rows * columns + first] += factor
          continue
        }
        let (height, width) = (shape[2], shape[3])
        for input in 0..<inputs {
          for row in 0..<height {
            let from = ((output * inputs + input) * height + row) * width
            let to = (input * rows + row) * columns + first
            for column in 0..<width { sums[to + column] += factor * Double(weights[from + column]) }
          }
        }
      }
      made += sums.map(Float.init)
    }
    return made
  }
}
