public import Networks
public import Tensors

/// Some samples as a network takes them, with what it should answer.
public struct Samples: Sendable, Equatable {
  /// What a network reads.
  public enum Inputs: Sendable, Equatable {
    /// A tensor for each input, [samples, C, H, W] or [samples, C].
    case tensors([String: Tensor])
    /// The same, not yet copied together: which entries of the outermost axis of such tensors they are, in which order.
    case rows([String: Tensor], at: [Int])
    /// The pictures of the network's one image input.
    case images([PixelBuffer])

    /// The tensors with these samples alone; nil for pictures.
    public var tensors: [String: Tensor]? {
      switch self {
      case .tensors(let tensors): tensors
      case .rows(let tensors, let places): tensors.mapValues { $0.rows(places) }
      case .images: nil
      }
    }
  }

  /// What the network reads.
  public var inputs: Inputs
  /// What it should answer.
  public var targets: Targets

  /// Pairs inputs with targets.
  public init(inputs: Inputs, targets: Targets) {
    self.inputs = inputs
    self.targets = targets
  }
}

/// Where a training's samples come from. It is asked for a mini-batch at a time, so that samples may be loaded when they
/// are needed, or made anew for each epoch.
public protocol SampleSource {
  /// How many samples there are. It does not change while training.
  var sampleCount: Int { get }

  /// The samples at these places, in this order; a place may occur twice.
  ///
  /// `epoch` counts from 0 over the life of the model: a source that varies its samples draws them from the streams of
  /// this epoch, so that the same epoch always has the same samples. A sample that cannot be had is thrown; the training
  /// then stands where it stood.
  func samples(at places: [Int], epoch: Int) throws -> Samples

  /// Says which samples will be asked for soon, so that they may be fetched meanwhile. It changes nothing about them.
  func prepare(_ places: [Int])
}

extension SampleSource {
  /// Does nothing: samples in memory are there already.
  public func prepare(_ places: [Int]) {}
}

/// Samples that are in memory.
public struct InMemorySamples: SampleSource, Sendable, Equatable {
  private let inputs: [String: Tensor]
  private let targets: Targets
  /// How many samples there are.
  public let sampleCount: Int

  /// Holds samples: for each input all samples, [samples, …], and all targets.
  ///
  /// `TrainingError` is thrown where they are not equally many, or there are none of an input.
  public init(inputs: [String: Tensor], targets: Targets) throws(TrainingError) {
    sampleCount = targets.count
    for part in targets.parts where part.count != sampleCount {
      throw .count(of: "targets", expected: sampleCount, actual: part.count)
    }
    for (name, tensor) in inputs {
      guard let count = tensor.shape.first else { throw .shape(tensor.shape) }
      guard count == sampleCount else { throw .count(of: name, expected: sampleCount, actual: count) }
    }
    self.inputs = inputs
    self.targets = targets
  }

  /// The samples at these places.
  public func samples(at places: [Int], epoch: Int) -> Samples {
    Samples(inputs: .rows(inputs, at: places), targets: targets.rows(places))
  }
}

extension Targets {
  /// The targets at these places, in this order.
  public func rows(_ places: [Int]) -> Targets {
    switch self {
    case .classes(let classes): .classes(places.map { classes[$0] })
    case .values(let values): .values(values.rows(places))
    case .several(let parts): .several(parts.map { $0.rows(places) })
    }
  }
}

extension Tensor {
  /// The entries of the outermost axis at these places, in this order.
  public func rows(_ places: [Int]) -> Tensor {
    let length = shape.dropFirst().reduce(1, *)
    let rows = [Float](unsafeUninitializedCapacity: places.count * length) { buffer, count in
      values.withUnsafeBufferPointer { values in
        guard let to = buffer.baseAddress, let from = values.baseAddress else { return }
        for (index, place) in places.enumerated() {
          precondition((0..<shape[0]).contains(place), "there is no sample \(place)")
          (to + index * length).initialize(from: from + place * length, count: length)
        }
      }
      count = places.count * length
    }
    return Tensor(shape: [places.count] + shape.dropFirst(), values: rows)
  }
}
