import Foundation
import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// Long short-term memories of programs and of ONNX files, beside the equations written out.
struct RecurrentOperationsTests {
  private static let (steps, samples, inputs, size) = (3, 2, 2, 2)

  private static func numbers(_ count: Int, _ seed: Int) -> [Float] {
    (0..<count).map { Float(($0 * 37 + seed * 11) % 19 - 9) / 10 }
  }

  /// One direction: gates are input, forget, output and cell.
  struct Direction {
    let columns: [Float], square: [Float], bias: [Float], peepholes: [Float]

    init(_ seed: Int) {
      columns = numbers(4 * size * inputs, seed)
      square = numbers(4 * size * size, seed + 1)
      bias = numbers(4 * size, seed + 2)
      peepholes = numbers(3 * size, seed + 3)
    }

    /// What each step outputs, [steps][samples · size], and the last cell.
    func run(_ x: [Float], h: [Float], c: [Float], isReversed: Bool) -> (h: [[Double]], c: [Double]) {
      var (h, c) = (h.map(Double.init), c.map(Double.init))
      var made = [[Double]](repeating: [], count: steps)
      func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
      for step in isReversed ? Array((0..<steps).reversed()) : Array(0..<steps) {
        var (nextH, nextC) = (h, c)
        for sample in 0..<samples {
          for cell in 0..<size {
            let place = sample * size + cell
            let gates = (0..<4).map { gate in
              let row = gate * size + cell
              var sum = Double(bias[row])
              for input in 0..<inputs {
                sum += Double(columns[row * inputs + input] * x[(step * samples + sample) * inputs + input])
              }
              for other in 0..<size { sum += Double(square[row * size + other]) * h[sample * size + other] }
              return sum
            }
            let entered = sigmoid(gates[0] + Double(peepholes[cell]) * c[place]) * tanh(gates[3])
            nextC[place] = sigmoid(gates[1] + Double(peepholes[size + cell]) * c[place]) * c[place] + entered
            nextH[place] = sigmoid(gates[2] + Double(peepholes[2 * size + cell]) * nextC[place]) * tanh(nextC[place])
          }
        }
        (h, c) = (nextH, nextC)
        made[step] = h
      }
      return (made, c)
    }
  }

  private static let directions = [Direction(1), Direction(5)]
  private static let x = numbers(steps * samples * inputs, 9)
  private static let (h, c) = ([numbers(4, 2), numbers(4, 3)], [numbers(4, 4), numbers(4, 5)])

  /// Where the numbers of a sample are.
  private static func numbers(of sample: Int) -> Range<Int> { sample * size..<(sample + 1) * size }

  /// What all steps output, the directions one after the other for each sample.
  private func wanted(_ direction: String) -> [Double] {
    let reversed = direction == "bidirectional" ? [false, true] : [direction == "reverse"]
    let made = reversed.enumerated().map { place, isReversed in
      Self.directions[place].run(Self.x, h: Self.h[place], c: Self.c[place], isReversed: isReversed).h
    }
    return (0..<Self.steps).flatMap { (step: Int) -> [Double] in
      (0..<Self.samples).flatMap { (sample: Int) -> [Double] in
        made.flatMap { $0[step][Self.numbers(of: sample)] }
      }
    }
  }

  /// States of the directions, for each sample one after the other.
  private func state(_ states: [[Float]], _ count: Int) -> [Float] {
    (0..<Self.samples).flatMap { (sample: Int) -> [Float] in
      states.prefix(count).flatMap { $0[Self.numbers(of: sample)] }
    }
  }

  private func expect(_ definition: NetworkDefinition, gives wanted: [Double]) throws {
    let fed = Tensor(shape: [1, Self.x.count], values: Self.x)
    let made = try Network(definition).forward([definition.inputs[0].name: fed])[definition.outputs[0]]?.values ?? []
    #expect(made.count == wanted.count)
    for (one, other) in zip(made, wanted) { #expect(abs(Double(one) - other) < 1e-5, "\(made) \(wanted)") }
  }

  private func package(_ direction: String) -> PackageBuilder {
    let count = direction == "bidirectional" ? 2 : 1
    func value(_ numbers: [Float], _ shape: [Int]) -> PackageBuilder.Argument {
      .value(PackageBuilder.value(.float32, shape, 1) { $0[repeated: 1].floats = numbers })
    }
    func type(_ shape: [Int]) -> WireMessage { PackageBuilder.tensorType(.float32, shape) }
    let (steps, samples, inputs, size) = (Self.steps, Self.samples, Self.inputs, Self.size)
    var arguments: [(String, PackageBuilder.Argument)] = [
      ("x", .name("x")), ("initial_h", value(state(Self.h, count), [samples, count * size])),
      ("initial_c", value(state(Self.c, count), [samples, count * size])),
      ("direction", .value(PackageBuilder.text(direction))), ("output_sequence", .value(PackageBuilder.truth(true))),
    ]
    for (own, end) in zip(Self.directions, ["", "_back"]).prefix(count) {
      arguments += [
        ("weight_ih\(end)", value(own.columns, [4 * size, inputs])),
        ("weight_hh\(end)", value(own.square, [4 * size, size])), ("bias\(end)", value(own.bias, [4 * size])),
        ("peephole\(end)", value(own.peepholes, [3 * size])),
      ]
    }
    var builder = PackageBuilder()
    builder.inputs = [("x", [steps, samples, inputs])]
    builder.outputs = ["all"]
    let last = type([samples, count * size])
    builder.add(
      "lstm", arguments, "all", type([steps, samples, count * size]), further: [("h", last), ("c", last)])
    return builder
  }

  @Test(arguments: ["forward", "reverse", "bidirectional"])
  func `a program's long short-term memory is that of its equations`(direction: String) throws {
    let network = try package(direction).file().network()
    try expect(network, gives: wanted(direction))
    // No step has weights of its own to learn.
    #expect(network.parameters.isEmpty)
  }

  /// h = tanh(W x + U h + b).
  @Test(arguments: [false, true], [false, true])
  func `a simple recurrent layer is its equation`(isReversed: Bool, givesAll: Bool) throws {
    let (steps, samples, inputs, size) = (Self.steps, Self.samples, Self.inputs, Self.size)
    let (columns, square) = (Self.numbers(size * inputs, 6), Self.numbers(size * size, 7))
    let (bias, first) = (Self.numbers(size, 8), Self.numbers(samples * size, 2))
    func value(_ numbers: [Float], _ shape: [Int]) -> PackageBuilder.Argument {
      .value(PackageBuilder.floats(numbers, shape))
    }
    var builder = PackageBuilder()
    builder.inputs = [("x", [steps, samples, inputs])]
    let made = PackageBuilder.tensorType(.float32, [givesAll ? steps : 1, samples, size])
    builder.add(
      "rnn",
      [
        ("x", .name("x")), ("initial_h", value(first, [samples, size])), ("weight_ih", value(columns, [size, inputs])),
        ("weight_hh", value(square, [size, size])), ("bias", value(bias, [size])),
        ("direction", .value(PackageBuilder.text(isReversed ? "reverse" : "forward"))),
        ("output_sequence", .value(PackageBuilder.truth(givesAll))),
      ], "y", made, further: [("h", PackageBuilder.tensorType(.float32, [samples, size]))])
    var h = first.map(Double.init)
    var all = [[Double]](repeating: [], count: steps)
    for step in isReversed ? Array((0..<steps).reversed()) : Array(0..<steps) {
      let before = h
      for place in h.indices {
        let (sample, unit) = (place / size, place % size)
        var sum = Double(bias[unit])
        for input in 0..<inputs {
          sum += Double(columns[unit * inputs + input] * Self.x[(step * samples + sample) * inputs + input])
        }
        for other in 0..<size { sum += Double(square[unit * size + other]) * before[sample * size + other] }
        h[place] = tanh(sum)
      }
      all[step] = h
    }
    let network = try builder.file().network()
    try expect(network, gives: givesAll ? all.flatMap { $0 } : h)
    #expect(network.parameters.isEmpty)
  }

  @Test(arguments: ["forward", "reverse", "bidirectional"])
  func `that of an ONNX file is the same, in its order of gates`(direction: String) throws {
    let count = direction == "bidirectional" ? 2 : 1
    let (steps, samples, inputs, size) = (Self.steps, Self.samples, Self.inputs, Self.size)
    /// Gates in the order input, output, forget, cell.
    func ordered(_ numbers: [Float], _ block: Int, _ order: [Int] = [0, 2, 1, 3]) -> [Float] {
      order.flatMap { numbers[($0 * block)..<(($0 + 1) * block)] }
    }
    let own = Self.directions.prefix(count)
    var builder = OnnxBuilder()
    builder.inputs = [("x", [steps, samples, inputs])]
    builder.initializers = [
      OnnxBuilder.floats("W", [count, 4 * size, inputs], own.flatMap { ordered($0.columns, size * inputs) }),
      OnnxBuilder.floats("R", [count, 4 * size, size], own.flatMap { ordered($0.square, size * size) }),
      OnnxBuilder.floats(
        "B", [count, 8 * size], own.flatMap { ordered($0.bias, size) + [Float](repeating: 0, count: 4 * size) }),
      OnnxBuilder.floats("h", [count, samples, size], Self.h.prefix(count).flatMap { $0 }),
      OnnxBuilder.floats("c", [count, samples, size], Self.c.prefix(count).flatMap { $0 }),
      OnnxBuilder.floats("P", [count, 3 * size], own.flatMap { ordered($0.peepholes, size, [0, 2, 1]) }),
    ]
    builder.add(
      "LSTM", ["x", "W", "R", "B", "", "h", "c", "P"], ["all"],
      [
        ("direction", .text(direction)), ("hidden_size", .integer(size)),
        ("activations", .texts((0..<count).flatMap { _ in ["Sigmoid", "Tanh", "Tanh"] })),
      ])
    // [steps, directions, samples, size] to the order of programs.
    builder.add("Transpose", ["all"], ["y"], [("perm", .integers([0, 2, 1, 3]))])
    try expect(try builder.file().network(), gives: wanted(direction))
  }

  /// What a simple layer or a gated unit makes of one direction, gates in the order update, reset, hidden: each step's state.
  private func states(
    _ gates: Int, _ seed: Int, isReversed: Bool, resetsAfter: Bool
  ) -> [[Double]] {
    let (samples, inputs, size) = (Self.samples, Self.inputs, Self.size)
    let columns = Self.numbers(gates * size * inputs, seed), square = Self.numbers(gates * size * size, seed + 1)
    let bias = Self.numbers(2 * gates * size, seed + 2)
    var h = Self.h[isReversed ? 1 : 0].map(Double.init)
    var all = [[Double]](repeating: [], count: Self.steps)
    for step in isReversed ? Array((0..<Self.steps).reversed()) : Array(0..<Self.steps) {
      let before = h
      for sample in 0..<samples {
        func entering(_ row: Int) -> Double {
          (0..<inputs).reduce(Double(bias[row])) { (sum: Double, input: Int) -> Double in
            sum + Double(columns[row * inputs + input] * Self.x[(step * samples + sample) * inputs + input])
          }
        }
        func recurring(_ row: Int, of state: [Double]) -> Double {
          (0..<size).reduce(Double(bias[gates * size + row])) { (sum: Double, other: Int) -> Double in
            sum + Double(square[row * size + other]) * state[sample * size + other]
          }
        }
        func gate(_ place: Int, _ unit: Int) -> Double {
          let row = place * size + unit
          return 1 / (1 + exp(-entering(row) - recurring(row, of: before)))
        }
        let reset = gates == 1 ? [] : (0..<samples * size).map { gate(1, $0 % size) * before[$0] }
        for unit in 0..<size {
          let place = sample * size + unit
          guard gates == 3 else {
            h[place] = tanh(entering(unit) + recurring(unit, of: before))
            continue
          }
          let row = 2 * size + unit
          let hidden = resetsAfter ? gate(1, unit) * recurring(row, of: before) : recurring(row, of: reset)
          let update = gate(0, unit)
          h[place] = (1 - update) * tanh(entering(row) + hidden) + update * before[place]
        }
      }
      all[step] = h
    }
    return all
  }

  @Test(arguments: ["forward", "reverse", "bidirectional"], [("RNN", 1, false), ("GRU", 3, true), ("GRU", 3, false)])
  func `simple layers and gated units of ONNX files are their equations`(
    direction: String, layer: (type: String, gates: Int, resetsAfter: Bool)
  ) throws {
    let (steps, samples, inputs, size) = (Self.steps, Self.samples, Self.inputs, Self.size)
    let reversed = direction == "bidirectional" ? [false, true] : [direction == "reverse"]
    let (count, gates) = (reversed.count, layer.gates)
    func both(_ length: Int, _ offset: Int) -> [Float] {
      reversed.flatMap { Self.numbers(length, ($0 ? 14 : 4) + offset) }
    }
    var builder = OnnxBuilder()
    builder.inputs = [("x", [steps, samples, inputs])]
    builder.initializers = [
      OnnxBuilder.floats("W", [count, gates * size, inputs], both(gates * size * inputs, 0)),
      OnnxBuilder.floats("R", [count, gates * size, size], both(gates * size * size, 1)),
      OnnxBuilder.floats("B", [count, 2 * gates * size], both(2 * gates * size, 2)),
      OnnxBuilder.floats("h", [count, samples, size], reversed.flatMap { Self.h[$0 ? 1 : 0] }),
    ]
    builder.add(
      layer.type, ["x", "W", "R", "B", "", "h"], ["all", "last"],
      [
        ("direction", .text(direction)), ("hidden_size", .integer(size)),
        ("linear_before_reset", .integer(layer.resetsAfter ? 1 : 0)),
      ])
    builder.add("Transpose", ["all"], ["y"], [("perm", .integers([0, 2, 1, 3]))])
    let made = reversed.map {
      states(gates, $0 ? 14 : 4, isReversed: $0, resetsAfter: layer.resetsAfter)
    }
    let wanted = (0..<steps).flatMap { (step: Int) -> [Double] in
      (0..<samples).flatMap { (sample: Int) -> [Double] in made.flatMap { $0[step][Self.numbers(of: sample)] } }
    }
    let network = try builder.file().network()
    try expect(network, gives: wanted)
    // The weights of all steps are in memory once.
    if layer.type == "GRU" {
      let squares = network.layers.count { layer in
        if case .loadConstant(let tensor) = layer.kind { tensor.count == 3 * size * size } else { false }
      }
      #expect(squares == (layer.resetsAfter ? count : 0))
    }
  }

  @Test(arguments: [("LSTM", 4, 7_501), ("GRU", 3, 5_626), ("RNN", 1, 30_001), ("GRU", 3, 1 << 20)])
  func `sequences of more steps than any network has are refused`(kind: String, gates: Int, steps: Int) throws {
    var builder = OnnxBuilder()
    builder.inputs = [("x", [steps, 1, 1])]
    let ones = [Float](repeating: 1, count: gates)
    builder.initializers = [
      OnnxBuilder.floats("W", [1, gates, 1], ones), OnnxBuilder.floats("R", [1, gates, 1], ones),
    ]
    builder.add(kind, ["x", "W", "R"], ["y"])
    let error = #expect(throws: ModelFileError.self) { try builder.file() }
    guard case .program(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.problem == .tooManySteps(limit: NetworkBuilder.mostUnrolled))
  }

  @Test func `what is not computed is refused`() {
    for (setting, value) in [
      ("clip", OnnxBuilder.Setting.float(1)), ("activations", .texts(["Relu", "Tanh", "Tanh"])),
      ("layout", .integer(1)), ("input_forget", .integer(1)), ("direction", .text("sideways")),
    ] {
      var builder = OnnxBuilder()
      builder.inputs = [("x", [1, 1, 1])]
      builder.initializers = [
        OnnxBuilder.floats("W", [1, 4, 1], [1, 1, 1, 1]), OnnxBuilder.floats("R", [1, 4, 1], [1, 1, 1, 1]),
      ]
      builder.add("LSTM", ["x", "W", "R"], ["y"], [(setting, value)])
      #expect(throws: ModelFileError.self) { try builder.file() }
    }
  }
}
