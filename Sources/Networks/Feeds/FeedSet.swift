import Arithmetic
import Tensors

/// What a run reads: for each input of the network, tensors or pictures, checked.
struct FeedSet {
  /// The numbers of one input.
  enum Feed {
    case tensor(Tensor)
    case pictures([PixelBuffer], ImagePreprocessing)
  }

  /// How many samples there are.
  let count: Int
  /// By the number of the input; nil for what was not given.
  private let feeds: [Feed?]
  /// Which entries of the tensors the samples are; nil for all.
  private let rows: [Int]?

  /// `rows` says which entries of the tensors' outermost axis are the samples, in which order; nil for all.
  ///
  /// Precondition: there are such entries.
  init(_ inputs: [String: Tensor], rows: [Int]? = nil, _ blueprint: Blueprint) throws(NetworkError) {
    var feeds = [Feed?](repeating: nil, count: blueprint.definition.inputs.count)
    var count: Int?
    for (name, tensor) in inputs {
      guard let index = blueprint.definition.inputs.firstIndex(where: { $0.name == name }) else {
        throw .feed(.unknown(name: name, known: blueprint.definition.inputs.map(\.name)))
      }
      let shape = blueprint.shapes[index]
      let isVector = tensor.shape.count == 2 && tensor.shape[1] == shape.total
      guard isVector || tensor.shape.count > 1 && FeedSet.fits(Array(tensor.shape.dropFirst()), shape) else {
        throw .feed(.shape(name: name, expected: shape.lengths, actual: tensor.shape))
      }
      let samples = tensor.shape[0]
      if let count, count != samples { throw .feed(.batchMismatch(expected: count, actual: samples)) }
      count = samples
      feeds[index] = .tensor(tensor)
    }
    if let count, let wrong = rows?.first(where: { $0 < 0 || $0 >= count }) {
      preconditionFailure("there is no sample \(wrong)")
    }
    self.feeds = feeds
    self.rows = rows
    self.count = rows?.count ?? count ?? 0
  }

  /// Whether a sample's lengths are a shape's: the same but for lengths of 1 before or after them, or all in one.
  private static func fits(_ lengths: [Int], _ shape: MapShape) -> Bool {
    func bare(_ lengths: [Int]) -> ArraySlice<Int> {
      let front = lengths.drop { $0 == 1 }
      return front.dropLast(front.reversed().prefix { $0 == 1 }.count)
    }
    return lengths == [shape.total] || bare(lengths) == bare(shape.lengths)
  }

  init(_ images: [PixelBuffer], _ blueprint: Blueprint) throws(NetworkError) {
    let inputs = blueprint.definition.inputs
    let images = images
    let candidates = inputs.indices.filter { inputs[$0].image != nil }
    guard candidates.count == 1, inputs.count == 1, let preprocessing = inputs[candidates[0]].image else {
      throw .feed(.imageInputs(count: candidates.count))
    }
    let shape = blueprint.shapes[candidates[0]]
    for image in images where image.width != shape.width || image.height != shape.height {
      throw .feed(
        .pictureSize(
          expected: Extent(shape.height, shape.width), actual: Extent(image.height, image.width)))
    }
    feeds = [.pictures(images, preprocessing)]
    rows = nil
    count = images.count
  }

  /// Checks that every input a program reads is there.
  func check(_ program: Program, _ blueprint: Blueprint) throws(NetworkError) {
    for input in program.inputs where feeds[input] == nil && !blueprint.definition.inputs[input].isOptional {
      throw .feed(.missing(name: blueprint.definition.inputs[input].name))
    }
  }

  /// Copies samples into a workspace, from its first place on, its threads sharing them.
  func write(_ samples: Range<Int>, inputs: [Int], to space: Workspace) {
    for input in inputs {
      let steps = space.maps[input].shape.steps
      let map = space.unrolled(steps).maps[input]
      let places = samples.count * steps
      switch feeds[input] {
      case .tensor(let tensor):
        tensor.values.withUnsafeBufferPointer { values in
          withRows { rows in
            FeedSet.share(places, of: map, space) { shared in
              for place in shared {
                let sample = samples.lowerBound + place / steps
                let row = (rows.map { $0[sample] } ?? sample) * steps + place % steps
                guard let base = values.baseAddress else { return }
                FeedSet.copy(base + row * map.shape.count, to: map, at: place)
              }
            }
          }
        }
      case .pictures(let pictures, let preprocessing):
        FeedSet.share(places, of: map, space) { shared in
          for place in shared { preprocessing.convert(pictures[samples.lowerBound + place], into: map, sample: place) }
        }
      case nil: for place in 0..<places { map.clear(place) }
      }
    }
  }

  /// Which rows of the tensors are the samples, where not each is its own.
  private func withRows(_ body: (UnsafeBufferPointer<Int>?) -> Void) {
    guard let rows else { return body(nil) }
    rows.withUnsafeBufferPointer(body)
  }

  /// Calls `body` for all places of a map, the threads sharing them.
  private static func share(_ places: Int, of map: Map, _ space: Workspace, _ body: (Range<Int>) -> Void) {
    let (work, most) = (places * map.shape.count, 16)
    guard work > 50_000 else { return body(0..<places) }
    let blocks = min(places, most)
    space.threads.run(blocks, work: work) { block, _ in
      body(block * places / blocks..<(block + 1) * places / blocks)
    }
  }

  /// Copies a sample's numbers, channel by channel, to where a map has them pixel by pixel.
  private static func copy(_ from: UnsafePointer<Float>, to map: Map, at place: Int) {
    let shape = map.shape
    if shape.pixels == 1 || (shape.channels == 1 && map.isDense) {
      map.sample(place).update(from: from, count: shape.count)
    } else {
      Elementwise.transpose(
        from, step: shape.pixels, into: map.sample(place), step: map.pixelStep, rows: shape.channels,
        columns: shape.pixels)
    }
  }
}
