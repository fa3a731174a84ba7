import Networks
import Tensors
import Testing

@testable import ModelFile

/// Layers of the general form that older ones in a row mean the same as.
struct LayerChainsTests {
  private typealias Build = Builders

  private static let values: [Float] = [-3, -0.5, -0.1, 0, 0.2, 0.7, 5.9, 6, 6.1, 40, 1, -7]

  /// x [2, 3, 2] → the layer → p.
  private func model(_ type: Int, _ content: WireMessage, output: [Int] = [2, 3, 2]) throws -> ModelFile {
    try Build.network(
      inputs: [Build.arrayFeature("x", [2, 3, 2])], outputs: [Build.arrayFeature("p", output)],
      layers: [Build.layer("one", ["x"], ["p"], type: type, content)], exactShapes: true)
  }

  private func run(_ file: ModelFile) throws -> Tensor? {
    try Network(RunnableModel(file).definition)
      .forward(["x": Tensor(shape: [1, 2, 3, 2], values: Self.values)])["p"]
  }

  private func bounds(_ first: Float, _ second: Float) -> WireMessage {
    Build.message {
      $0.set(1, first)
      $0.set(2, second)
    }
  }

  private func mean(_ axes: [Int], keeps: Bool) -> WireMessage {
    Build.message {
      $0[repeated: 1].integers = axes
      $0.set(2, keeps)
    }
  }

  @Test(arguments: [(Float(0), Float(6)), (-0.5, 0.7), (-7, -0.1), (1, 1)])
  func `clip holds values between its bounds`(least: Float, most: Float) throws {
    let file = try model(660, bounds(least, most))
    #expect(try run(file)?.values == Self.values.map { min(max($0, least), most) })
    #expect(RewrittenModel(file).rewrites.map(\.from) == ["clip"])
  }

  @Test func `a rectifier with a ceiling is one with a bound from above`() throws {
    let file = try model(1460, bounds(0, 6))
    #expect(try run(file)?.values == Self.values.map { min(max($0, 0), 6) })
    #expect(
      RewrittenModel(file).model.layers.map(\.name) == ["one", "one_negated", "one_linear"])
  }

  @Test func `a copy is the same numbers`() throws {
    let file = try model(600, WireMessage())
    #expect(try run(file)?.values == Self.values)
    #expect(RewrittenModel(file).rewrites == [Rewrite(layer: "one", from: "copy", to: "activation")])
  }

  @Test(arguments: [[2, 3], [-1, -2], [3, -2]], [true, false])
  func `the mean over both axes of a map is a pooling`(axes: [Int], keeps: Bool) throws {
    let file = try model(1280, mean(axes, keeps: keeps), output: keeps ? [2, 1, 1] : [2])
    let result = try #require(try run(file))
    #expect(result.shape == (keeps ? [1, 2, 1, 1] : [1, 2]))
    for channel in 0..<2 {
      let sum = Self.values[channel * 6..<channel * 6 + 6].reduce(0, +)
      #expect(abs(result.values[channel] - sum / 6) < 1e-5)
    }
    #expect(RewrittenModel(file).rewrites == [Rewrite(layer: "one", from: "reduceMean", to: "pooling")])
  }

  @Test func `what means something else stays`() throws {
    let others: [(Int, WireMessage)] = [
      (660, bounds(-.infinity, 6)), (660, bounds(3, 2)), (660, bounds(0, .nan)), (1460, bounds(0.1, 6)),
      (1280, mean([1], keeps: true)), (1280, mean([1, 2, 3], keeps: true)), (1280, mean([], keeps: true)),
      (665, WireMessage()),
    ]
    for (type, content) in others {
      let file = try model(type, content)
      #expect(RewrittenModel(file).rewrites == [], "\(type)")
      #expect(throws: ModelFileError.self) { try RunnableModel(file) }
    }
  }

  @Test func `names that are taken are left to whom they belong`() throws {
    let file = try Build.network(
      inputs: [Build.arrayFeature("x", [2, 3, 2])], outputs: [Build.arrayFeature("p", [2, 3, 2])],
      layers: [
        Build.layer("one", ["x"], ["y"], type: 660, bounds(0, 6)),
        Build.layer("one_negated", ["y"], ["y_bounded"], type: 660, bounds(1, 2)),
        Build.layer("last", ["y_bounded"], ["p"], type: 600, WireMessage()),
      ], exactShapes: true)
    let layers = RewrittenModel(file).model.layers
    #expect(
      layers.map(\.name) == [
        "one", "one_negated_1", "one_linear", "one_negated", "one_negated_negated", "one_negated_linear", "last",
      ])
    #expect(Set(layers.flatMap(\.outputs)).count == layers.count)
    #expect(try run(file)?.values == Self.values.map { min(max($0, 1), 2) })
  }
}
