import Foundation
import Networks
import Tensors
import TestSupport
import Testing

@testable import ModelFile

@Suite struct NetworkReadingTests {
  // MARK: inputs

  @Test(arguments: [
    ([7], false, [7]), ([3, 4, 5], false, [3, 4, 5]), ([7], true, [7]), ([1, 7], true, [7]),
    ([3, 4, 5], true, [3, 4, 5]), ([1, 3, 4, 5], true, [3, 4, 5]), ([1, 1, 3, 4, 5], true, [3, 4, 5]),
  ])
  func `the shape of one sample follows from the mapping`(shape: [Int], exact: Bool, sample: [Int]) throws {
    let model = try Builders.network(inputs: [Builders.arrayFeature("x", shape)], layers: [], exactShapes: exact)
    #expect(try model.network().inputs == [NetworkInput(name: "x", shape: sample)])
  }

  @Test(arguments: [
    ([], false), ([1, 7], false), ([1, 3, 4, 5], false), ([2, 7], true), ([2, 3, 4, 5], true), ([0], false),
    ([-3], false), ([1 << 20, 1 << 20, 1 << 30], false), ([1 << 40], false), ([1 << 62, 4, 1], false),
  ])
  func `other shapes are refused`(shape: [Int], exact: Bool) throws {
    let model = try Builders.network(inputs: [Builders.arrayFeature("x", shape)], layers: [], exactShapes: exact)
    #expect(throws: ModelFileError.input(name: "x", .shape(shape))) { _ = try model.network() }
  }

  @Test func `an input that lists shapes takes the first`() throws {
    let feature = FeatureDescription(
      name: "x",
      type: .multiArray(ArrayFeature(shape: [], dataType: .float32, flexibility: .enumerated([[3, 2, 2], [4]]))))
    let model = try Builders.network(inputs: [feature.encoded(over: WireMessage())], layers: [])
    #expect(try model.network().inputs.map(\.shape) == [[3, 2, 2]])
  }

  @Test func `an input that is neither array nor image is refused`() throws {
    let feature = FeatureDescription(name: "x", type: .string).encoded(over: WireMessage())
    let model = try Builders.network(inputs: [feature], layers: [])
    #expect(throws: ModelFileError.input(name: "x", .type(.string))) { _ = try model.network() }
  }

  // MARK: images

  private static let scaler = Builders.message { step in
    step.set(1, "x")
    step.set(
      10,
      message: Builders.message {
        for (number, value) in [(10, 0.5), (20, 1), (21, 2), (22, 3), (30, 4)] as [(Int, Float)] {
          $0.set(number, value)
        }
      })
  }

  @Test(
    arguments: [
      (10, ImagePreprocessing.ColorSpace.grayscale, [4]), (20, .rgb, [3, 2, 1]), (30, .bgr, [1, 2, 3]),
    ] as [(Int, ImagePreprocessing.ColorSpace, [Float])])
  func `biases lie in the order of the tensor's channels`(
    number: Int, colorSpace: ImagePreprocessing.ColorSpace, biases: [Float]
  ) throws {
    let image = Builders.imageFeature("x", width: 5, height: 4, colorSpace: number)
    let model = try Builders.network(inputs: [image], layers: [], preprocessing: [NetworkReadingTests.scaler])
    let input = NetworkInput(
      name: "x", shape: [biases.count, 4, 5],
      image: ImagePreprocessing(colorSpace: colorSpace, channelScale: 0.5, biases: biases))
    #expect(try model.network().inputs == [input])
  }

  @Test func `an image without preprocessing keeps its numbers`() throws {
    let image = Builders.imageFeature("x", width: 5, height: 4, colorSpace: 20)
    let model = try Builders.network(inputs: [image], layers: [])
    #expect(try model.network().inputs[0].image == ImagePreprocessing(colorSpace: .rgb))
  }

  @Test func `a step without a name is for the only image, and a riddle when there are two`() throws {
    var step = NetworkReadingTests.scaler
    step.set(1, "")
    let image = Builders.imageFeature("x", width: 5, height: 4, colorSpace: 20)
    let array = Builders.arrayFeature("a", [3])
    let one = try Builders.network(inputs: [array, image], layers: [], preprocessing: [step])
    #expect(try one.network().inputs[1].image?.channelScale == 0.5)
    let other = Builders.imageFeature("z", width: 5, height: 4, colorSpace: 20)
    let two = try Builders.network(inputs: [image, other], layers: [], preprocessing: [step])
    #expect(throws: ModelFileError.input(name: "x", .ambiguousPreprocessing)) { _ = try two.network() }
    let named = try Builders.network(inputs: [image, other], layers: [], preprocessing: [NetworkReadingTests.scaler])
    #expect(try named.network().inputs.map { $0.image?.channelScale } == [0.5, 1])
  }

  @Test func `a mean image must be as large as the image`() throws {
    let image = Builders.imageFeature("x", width: 2, height: 1, colorSpace: 20)
    for (count, isFine) in [(6, true), (5, false)] {
      let mean = [Float](repeating: 9, count: count)
      let step = Preprocessing(featureName: "x", step: .meanImage(mean)).encoded()
      let model = try Builders.network(inputs: [image], layers: [], preprocessing: [step])
      if isFine {
        #expect(try model.network().inputs[0].image?.meanImage == mean)
      } else {
        #expect(throws: ModelFileError.input(name: "x", .meanImage(expected: 6, actual: 5))) { _ = try model.network() }
      }
    }
  }

  @Test(arguments: [(0, 5, 4), (40, 5, 4), (99, 5, 4)])
  func `an unknown colour space is refused`(number: Int, width: Int, height: Int) throws {
    let image = Builders.imageFeature("x", width: width, height: height, colorSpace: number)
    let model = try Builders.network(inputs: [image], layers: [])
    #expect(throws: ModelFileError.input(name: "x", .colorSpace(number))) { _ = try model.network() }
  }

  @Test func `an image of no or monstrous size is refused`() throws {
    for (width, height) in [(0, 4), (5, -1), (1 << 30, 1 << 30)] {
      let image = Builders.imageFeature("x", width: width, height: height, colorSpace: 20)
      let model = try Builders.network(inputs: [image], layers: [])
      #expect(throws: ModelFileError.input(name: "x", .shape([3, height, width]))) { _ = try model.network() }
    }
  }
}

struct RealNetworkReadingTests {
  @Test(
    arguments: ["models/SqueezeNetFP16.mlmodel", "models/SqueezeNetInt8LUT.mlmodel"])
  func `SqueezeNet is read with its own preprocessing`(path: String) throws {
    let model = try SharedModels.model(path)
    let network = try model.network()
    #expect(network.layers.count == 65)
    #expect(network.inputs.map(\.shape) == [[3, 227, 227]])
    #expect(network.inputs[0].image == ImagePreprocessing(colorSpace: .bgr, biases: [104, 117, 123]))
    #expect(network.outputs == ["classLabelProbs"])
    guard case .strings(let labels)? = ClassLabels(of: model) else {
      Issue.record("no labels")
      return
    }
    #expect(labels.count == 1000)
    #expect(Set(labels).count == 997)
    #expect(labels[134] == labels[517])
  }

  @Test func `quantised weights lie near the half precision ones`() throws {
    let half = try SharedModels.model("models/SqueezeNetFP16.mlmodel").network()
    let table = try SharedModels.model("models/SqueezeNetInt8LUT.mlmodel").network()
    var furthest: Float = 0
    for (one, other) in zip(half.layers, table.layers) {
      guard case .convolution(let first) = one.kind, case .convolution(let second) = other.kind else { continue }
      for (a, b) in zip(first.weights.values, second.weights.values) { furthest = max(furthest, abs(a - b)) }
    }
    // The stand-in's lie within half a step of 255, of up to 1.22 between the least and the greatest of a channel.
    #expect(SharedModels.areThere ? abs(furthest - 0.0116) < 0.0001 : furthest > 0.002 && furthest < 0.003)
  }

  @Test func `the MNIST model has its layers and parameters`() throws {
    let network = try SharedModels.model("models/MNIST_Model.mlmodel").network()
    #expect(network.outputs == ["output"])
    var count = 0
    for layer in network.layers {
      switch layer.kind {
      case .convolution(let layer): count += layer.weights.count + (layer.bias?.count ?? 0)
      case .innerProduct(let layer): count += layer.weights.count + (layer.bias?.count ?? 0)
      default: break
      }
    }
    #expect(count == 158_086)
  }

  /// The kinds that the engine does not have yet; every other fixture is a network it can be given.
  @Test(arguments: SharedModels.paths.filter { $0.hasPrefix("fixtures/") && !$0.contains("invalid") })
  func `every sound network is one the engine can be given`(path: String) throws {
    let model = try SharedModels.model(path)
    let networks = model.kind.isNetwork ? [model] : model.pipeline.models.filter { $0.kind.isNetwork }
    for network in networks {
      let definition = try network.network()
      #expect(!definition.outputs.isEmpty)
      #expect(definition.layers.map(\.name) == network.layers.map(\.name))
    }
  }

  struct Forward: Decodable {
    let name: String
    let kind: String
    let model: String
    let labels: Labels?

    enum Labels: Decodable {
      case strings([String]), integers([Int]), unspecified

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let texts = try? container.decode([String].self) {
          self = .strings(texts)
        } else {
          self = (try? container.decode([Int].self)).map(Labels.integers) ?? .unspecified
        }
      }
    }
  }

  @Test(.enabled(if: SharedModels.areThere, "the shared folder is not there"))
  func `classifiers have the labels of the index`() throws {
    let cases: [Forward] = FixtureIndex.cases("fixtures/index.json")
    let classifiers = cases.filter { $0.kind == "classify" && $0.labels != nil }
    #expect(classifiers.count == 2)
    for fixture in classifiers {
      switch (ClassLabels(of: try SharedModels.model("fixtures/" + fixture.model)), fixture.labels) {
      case (.strings(let ours)?, .strings(let theirs)?): #expect(ours == theirs)
      case (.integers(let ours)?, .integers(let theirs)?): #expect(ours == theirs)
      case (let ours, _): Issue.record("\(fixture.name): \(String(describing: ours))")
      }
    }
  }
}
