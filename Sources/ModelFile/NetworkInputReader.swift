import Networks

/// Reads what a network takes: shapes and preprocessing from its file's features.
struct NetworkInputReader {
  let model: ModelFile

  func inputs() throws(ModelFileError) -> [NetworkInput] {
    let features = model.description.inputs
    let images = features.filter { $0.type.kind == .image }.map(\.name)
    let steps = model.neuralNetwork.preprocessing
    let named = Dictionary(grouping: steps, by: \.featureName)
    if images.count > 1, named[""] != nil {
      throw .input(name: images[0], .ambiguousPreprocessing)
    }
    var inputs: [NetworkInput] = []
    for feature in features {
      // The only image takes its own steps and those without a name, in the order of the file.
      let ours =
        images == [feature.name]
        ? steps.filter { $0.featureName == feature.name || $0.featureName.isEmpty } : named[feature.name, default: []]
      inputs.append(try networkInput(feature, steps: ours))
    }
    return inputs
  }

  private func networkInput(
    _ feature: FeatureDescription, steps: [Preprocessing]
  ) throws(ModelFileError) -> NetworkInput {
    switch feature.type {
    case .image(let image):
      let preprocessing = try imagePreprocessing(image, name: feature.name, steps: steps)
      let channels = preprocessing.colorSpace == .grayscale ? 1 : 3
      let shape = [channels, image.height, image.width]
      guard let count = sampleCount(shape) else { throw .input(name: feature.name, .shape(shape)) }
      if let mean = preprocessing.meanImage, mean.count != count {
        throw .input(name: feature.name, .meanImage(expected: count, actual: mean.count))
      }
      return NetworkInput(name: feature.name, shape: shape, image: preprocessing)
    case .multiArray(let array):
      guard let (steps, shape) = sampleShape(array), sampleCount([steps] + shape) != nil else {
        throw .input(name: feature.name, .shape(array.shape))
      }
      return NetworkInput(
        name: feature.name, shape: shape, sequenceLength: steps, isOptional: feature.isOptional)
    default: throw .input(name: feature.name, .type(feature.type.kind))
    }
  }

  private func imagePreprocessing(
    _ image: ImageFeature, name: String, steps: [Preprocessing]
  ) throws(ModelFileError) -> ImagePreprocessing {
    var result: ImagePreprocessing
    switch image.colorSpace {
    case .grayscale: result = ImagePreprocessing(colorSpace: .grayscale)
    case .rgb: result = ImagePreprocessing(colorSpace: .rgb)
    case .bgr: result = ImagePreprocessing(colorSpace: .bgr)
    case .grayscaleFloat16, .unknown: throw .input(name: name, .colorSpace(image.colorSpace.number))
    }
    for step in steps { step.apply(to: &result) }
    return result
  }

  /// The shape of one sample: so many times [C] or [C, H, W]. With exact shapes (`EXACT_ARRAY_MAPPING`), of the axes before
  /// the last one or three the first of five is that of the sequence, and any other has to be 1; an input that only lists
  /// shapes takes the first.
  private func sampleShape(_ array: ArrayFeature) -> (steps: Int, shape: [Int])? {
    var shape = array.shape
    if shape.isEmpty, case .enumerated(let shapes) = array.flexibility { shape = shapes.first ?? [] }
    if model.content.choice(5) == 1 {
      guard (1...5).contains(shape.count) else { return nil }
      let kept = shape.count <= 2 ? 1 : 3
      let steps = shape.count == 5 ? shape[0] : 1
      guard shape.dropFirst(shape.count == 5 ? 1 : 0).dropLast(kept).allSatisfy({ $0 == 1 }) else { return nil }
      return (steps, Array(shape.suffix(kept)))
    }
    return shape.count == 1 || shape.count == 3 ? (1, shape) : nil
  }

  /// How many numbers one sample holds; nil when a length is not positive or the whole beyond all measure.
  private func sampleCount(_ shape: [Int]) -> Int? {
    guard shape.allSatisfy({ (1...LayerReader.largestSize).contains($0) }), let count = shape.product,
      count <= LayerReader.largestSize
    else { return nil }
    return count
  }
}
