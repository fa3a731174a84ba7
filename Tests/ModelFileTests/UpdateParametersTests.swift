import Testing

@testable import ModelFile

@Suite struct UpdateParametersTests {
  private static let range = DoubleParameter(0.5, allowed: .range(minimum: 0, maximum: 1))

  static let all: [UpdateParameters] = [
    UpdateParameters(losses: [], optimizer: nil, epochs: nil, shuffle: nil),
    UpdateParameters(
      losses: [LossLayer(name: "l", kind: .categoricalCrossEntropy, input: "p", target: "p_true")],
      optimizer: .sgd(
        learningRate: range, miniBatchSize: IntegerParameter(8, allowed: .set([1, 8, 16])),
        momentum: DoubleParameter(0, allowed: .range(minimum: 0, maximum: 1))),
      epochs: IntegerParameter(10, allowed: .range(minimum: 1, maximum: 100)), shuffle: true,
      seed: IntegerParameter(-5)),
    UpdateParameters(
      losses: [
        LossLayer(name: "l", kind: .meanSquaredError, input: "y", target: "y_true"),
        LossLayer(name: "m", kind: .unspecified, input: "", target: ""),
      ],
      optimizer: .adam(
        learningRate: range, miniBatchSize: nil, beta1: DoubleParameter(0.9), beta2: nil, eps: DoubleParameter(1e-8)),
      epochs: IntegerParameter(0, allowed: .set([])), shuffle: false),
  ]

  @Test(arguments: all)
  func `update parameters are written and read`(parameters: UpdateParameters) {
    let wire = parameters.encoded(over: nil)
    #expect(UpdateParameters(wire) == parameters)
    #expect(parameters.encoded(over: wire) == wire)
  }

  @Test(arguments: all)
  func `any can take the place of any other`(parameters: UpdateParameters) {
    for other in UpdateParametersTests.all {
      #expect(UpdateParameters(other.encoded(over: parameters.encoded(over: nil))) == other)
    }
  }

  @Test func `a changed default keeps fields nobody knows`() {
    var wire = UpdateParametersTests.all[1].encoded(over: nil)
    wire.set(900, 3)
    var optimizer = wire.message(2) ?? WireMessage()
    optimizer.set(901, 4)
    wire.set(2, message: optimizer)
    var parameters = UpdateParameters(wire)
    parameters.epochs?.defaultValue = 50
    let changed = parameters.encoded(over: wire)
    #expect(UpdateParameters(changed) == parameters)
    #expect(changed.integer(900) == 3)
    #expect(changed.message(2) == optimizer)
  }

  @Test func `what is allowed follows the range or the set`() {
    let set = IntegerParameter(8, allowed: .set([1, 8]))
    #expect([0, 1, 7, 8, 9].filter(set.allows) == [1, 8])
    let range = IntegerParameter(8, allowed: .range(minimum: 2, maximum: 4))
    #expect((0...6).filter(range.allows) == [2, 3, 4])
    #expect(IntegerParameter(8).allows(-1))
    #expect(UpdateParametersTests.range.allows(1) && !UpdateParametersTests.range.allows(1.001))
    #expect(!UpdateParametersTests.range.allows(.nan))
    #expect(!IntegerParameter(8, allowed: .range(minimum: 9, maximum: 1)).allows(5))
  }

  @Test(.enabled(if: SharedModels.areThere, "the shared folder is not there"))
  func `the real files say what their makers chose`() throws {
    let mnist = try #require(try SharedModels.model("models/MNIST_Model.mlmodel").updateParameters)
    #expect(mnist.epochs == IntegerParameter(6, allowed: .set([6])))
    #expect(mnist.optimizer?.learningRate == DoubleParameter(0.001, allowed: .range(minimum: 0, maximum: 0.3)))
    #expect(mnist.optimizer?.miniBatchSize == IntegerParameter(32, allowed: .set([32])))
    #expect(mnist.shuffle == true)
    #expect(mnist.seed == nil)
    let hands = try #require(try SharedModels.model("fixtures/HandsEmpty.mlmodel").updateParameters)
    #expect(hands.optimizer?.miniBatchSize == IntegerParameter(8, allowed: .set([1, 2, 4, 8, 16])))
    #expect(
      hands.losses == [
        LossLayer(
          name: "lossLayer", kind: .categoricalCrossEntropy, input: "labelProbability", target: "labelProbability_true")
      ])
  }
}
