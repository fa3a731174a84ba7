import ModelFile
import Networks
import Pictures
import Tensors

/// How far two ML programs agree about photos: what is asked of a converted or compressed model and the one it was made of.
public struct ProgramAgreement: Sendable {
  /// A value that both programs make.
  public struct Distance: Sendable {
    /// What the first calls it.
    public let name: String
    /// Its shape.
    public let shape: [Int]
    /// The largest difference of two of its numbers, and the largest of the first program's.
    public fileprivate(set) var difference = 0.0, scale = 0.0

    /// The difference as a part of the largest number.
    public var relative: Double { difference == 0 ? 0 : difference / scale }
  }

  /// A photo that both answer otherwise.
  public struct Disagreement: Sendable {
    /// The photo's name.
    public let photo: String
    /// Both answers.
    public let first: String, second: String
  }

  /// How many photos were asked about.
  public private(set) var count = 0
  /// The photos that are answered otherwise, in their order; none where programs answer with numbers.
  public private(set) var disagreements: [Disagreement] = []
  /// The values, in the order in which the first program makes them.
  public private(set) var distances: [Distance]
  /// Whether answers are classes.
  public let answersClasses: Bool

  /// Asks two programs about photos.
  ///
  /// - Throws: `ExperimentError` where one of them reads no photos, or a photo cannot be read; `Interruption`.
  public init(
    _ first: NetworkModel, _ second: NetworkModel, on selection: PhotoSelection, photos: PhotoCache,
    signal: any StopSignal
  ) throws {
    let models = [first, second]
    let names = Self.commonValues(first, second)
    distances = names.map { Distance(name: $0.first, shape: $0.shape) }
    answersClasses = models.allSatisfy { !$0.outputs.isRegressor }
    let wanted = [names.map(\.first), names.map(\.second)]
    let machines = try zip(models, wanted).map { model, values in
      try ExperimentError.naming(model.name) {
        var definition = model.definition
        let answer = definition.outputs.prefix(1)
        definition.outputs = answer + values.filter { !answer.contains($0) }
        return (
          network: try Network(definition), extractor: try TrainableParts(of: model).trunk, answer: answer.first ?? ""
        )
      }
    }
    let together = Self.photosTogether(distances.map(\.shape))
    for start in stride(from: 0, to: selection.photos.count, by: together) {
      guard !signal.isInterrupted else { throw Interruption.asking(network: first.name) }
      let batch = Array(selection.photos[start..<min(start + together, selection.photos.count)])
      let results = try zip(machines, models).map { machine, model in
        try ExperimentError.naming(model.name) {
          let image = try machine.extractor.image()
          let pixels = try photos.resized(machine.extractor.seen(batch), width: image.width, height: image.height)
          return try machine.network.forward(images: pixels, goesOn: photos.goesOn)
        }
      }
      for place in distances.indices {
        compare(place, results[0][wanted[0][place]]?.values ?? [], results[1][wanted[1][place]]?.values ?? [])
      }
      if answersClasses {
        for (place, photo) in batch.enumerated() {
          let answers = zip(zip(results, machines), models).map { pair, model in
            Self.answer(pair.0[pair.1.answer]?.row(place) ?? [], labels: model.outputs.labels)
          }
          if answers[0] != answers[1] {
            disagreements.append(Disagreement(photo: photo.name, first: answers[0], second: answers[1]))
          }
        }
      }
      count += batch.count
    }
  }

  /// How many photos are asked about at a time: all values of them are held, in both networks and beside them.
  static func photosTogether(_ shapes: [[Int]]) -> Int {
    let bytes = shapes.reduce(0) { $0 + $1.reduce(MemoryLayout<Float>.size, *) }
    return min(max((64 << 20) / max(bytes, 1), 1), 8)
  }

  private mutating func compare(_ place: Int, _ first: [Float], _ second: [Float]) {
    for (one, other) in zip(first, second) {
      let difference = one == other || one.isNaN && other.isNaN ? 0 : abs(Double(one) - Double(other))
      // What is not a number on one side alone is as far away as can be.
      distances[place].difference = max(distances[place].difference, difference.isNaN ? .infinity : difference)
      if one.isFinite { distances[place].scale = max(distances[place].scale, abs(Double(one))) }
    }
  }

  /// The label of the largest of some scores, the first of equals.
  private static func answer(_ scores: some Collection<Float>, labels: [String]) -> String {
    let best = scores.enumerated().max { ($0.element, $1.offset) < ($1.element, $0.offset) }
    return best.flatMap { labels.indices.contains($0.offset) ? labels[$0.offset] : nil } ?? ""
  }

  /// The values that both make under one name and in one shape; those of a program in half precision have an ending of
  /// their own.
  private static func commonValues(
    _ one: NetworkModel, _ other: NetworkModel
  ) -> [(first: String, second: String, shape: [Int])] {
    func plain(_ name: String) -> String {
      let ending = "_cast_fp16"
      return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    }
    let shapes = ((try? one.definition.shapes()) ?? [:], (try? other.definition.shapes()) ?? [:])
    let others = Dictionary(other.definition.layers.flatMap(\.outputs).map { (plain($0), $0) }) { first, _ in first }
    return one.definition.layers.flatMap(\.outputs).compactMap { name in
      guard !name.contains("/"), let own = shapes.0[name], let second = others[plain(name)], shapes.1[second] == own
      else { return nil }
      return (name, second, own)
    }
  }
}
