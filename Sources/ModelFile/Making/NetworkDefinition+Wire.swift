import Networks
import Tensors

extension NetworkDefinition {
  /// The network as it is stored (format message `NeuralNetwork`), on the ground of the one it came from: layers that have
  /// not changed keep their bytes, new ones join, missing ones go.
  ///
  /// Its layers are those that can be stored, as `StorableNetwork` has them; of others `cannotExpress` tells.
  ///
  /// `holdsHalfPrecision` says whether half precision may stay. In a network that can be trained it may not: devices would
  /// then compute, and learn, in half precision throughout, which is why Core ML's own tools refuse it.
  func encoded(
    over base: WireMessage, precision: WeightPrecision, holdsHalfPrecision: Bool
  ) throws(ModelFileError) -> WireMessage {
    let bases = Dictionary(base[repeated: 1].messages.map { ($0.text(1), $0) }) { first, _ in first }
    var encoded: [WireMessage] = []
    encoded.reserveCapacity(layers.count)
    for layer in layers {
      // What the validator would refuse is not kept, but written anew.
      let record = bases[layer.name].map(LayerRecord.init).flatMap { Contradictions(layer: $0).isRefused ? nil : $0 }
      let own = holdsHalfPrecision ? precision : precision.withoutHalf
      var wire: WireMessage
      if own == .asStored, holdsHalfPrecision, let record, (try? record.definition()) == layer {
        wire = record.wire
      } else {
        wire = try layer.encoded(over: record, precision: own)
      }
      if !holdsHalfPrecision { wire = LayerRecord(wire).withoutHalfPrecision() }
      encoded.append(wire)
    }
    var result = base
    result[repeated: 1].messages = encoded
    result[repeated: 2].messages = preprocessing(over: base[repeated: 2].messages)
    return result
  }

  /// What is done to images; the steps that are there stay when they say the same.
  private func preprocessing(over base: [WireMessage]) -> [WireMessage] {
    let images = inputs.filter { $0.image != nil }
    let steps = base.map(Preprocessing.init)
    let said = images.map { input -> ImagePreprocessing? in
      guard var image = input.image.map({ ImagePreprocessing(colorSpace: $0.colorSpace) }) else { return nil }
      for step in steps where step.featureName == input.name || (step.featureName.isEmpty && images.count == 1) {
        step.apply(to: &image)
      }
      return image
    }
    if said == images.map(\.image) { return base }
    return images.flatMap { input in input.image.map { Preprocessing.steps($0, of: input.name) } ?? [] }
      .map { $0.encoded() }
  }
}

extension Preprocessing {
  /// The steps that make up what is done to an image.
  static func steps(_ image: ImagePreprocessing, of name: String) -> [Preprocessing] {
    let biases = image.biases
    let scaler: Step =
      switch image.colorSpace {
      case .grayscale: .scaler(channelScale: image.channelScale, blue: 0, green: 0, red: 0, gray: biases[0])
      case .rgb: .scaler(channelScale: image.channelScale, blue: biases[2], green: biases[1], red: biases[0], gray: 0)
      case .bgr: .scaler(channelScale: image.channelScale, blue: biases[0], green: biases[1], red: biases[2], gray: 0)
      }
    let mean = image.meanImage.map { [Preprocessing(featureName: name, step: .meanImage($0))] } ?? []
    if image.channelScale == 1, biases.allSatisfy({ $0 == 0 }) { return mean }
    return [Preprocessing(featureName: name, step: scaler)] + mean
  }
}

extension WeightPrecision {
  /// The same, but single precision instead of half.
  var withoutHalf: WeightPrecision { self == .float16 ? .float32 : self }
}

extension LayerRecord {
  /// The layer with all half precision numbers made single precision: the same numbers in twice the bytes. The bytes of
  /// a layer without any stay as they are.
  func withoutHalfPrecision() -> WireMessage {
    guard let typeNumber else { return wire }
    var holder = weightHolder
    var changed = false
    for (number, _) in weightFields {
      guard let message = holder.message(number), WeightParameters(message).encoding == .float16 else { continue }
      var single = message
      single.remove(2)
      single[repeated: 1].floats = HalfPrecision.expand(message.data(2))
      holder.set(number, message: single)
      changed = true
    }
    guard changed else { return wire }
    var result = wire
    if let functionNumber {
      var inside = content
      inside.set(functionNumber, message: holder)
      result.set(130, message: inside)
    } else {
      result.set(typeNumber, message: holder)
    }
    return result
  }
}
