import CommandLanguage
import Experiments
import Networks

/// What may be written behind several words for layers.
extension LayerTable {
  /// What stands by its place.
  static func place<Value>(_ name: String, _ type: ValueType<Value>, _ summary: String) -> LayerArgument<Value> {
    LayerArgument(PositionalArgument(name, type, summary))
  }

  /// What has a key, and a default.
  static func key<Value>(
    _ name: String, _ type: ValueType<Value>, _ summary: String, default standard: Value
  ) -> LayerArgument<Value> {
    LayerArgument(KeyedArgument(name, type, summary, default: standard))
  }

  /// What has a key, and may be left out.
  static func key<Value>(_ name: String, _ type: ValueType<Value>, _ summary: String) -> LayerArgument<Value?> {
    LayerArgument(KeyedArgument(name, type, summary))
  }

  /// A number under a key.
  static func number(
    _ name: String, _ range: ClosedRange<Double>, _ summary: String, default standard: Double
  ) -> LayerArgument<Float> {
    key(name, .decimal(range), summary, default: standard).map { Float($0) }
  }

  /// A height and width under a key.
  static func extent(_ name: String, _ summary: String, default standard: Int) -> LayerArgument<Extent> {
    LayerArgument(KeyedArgument(name, .placed(lengths), summary, usually: String(standard)))
      .map { try $0.map(Extent.init) ?? Extent(standard, standard) }
  }

  /// A height and width under a key, which may be left out.
  static func extent(_ name: String, _ summary: String) -> LayerArgument<Extent?> {
    key(name, .placed(lengths), summary).map { try $0.map(Extent.init) }
  }

  /// A height and width by place.
  static func extent(place name: String, _ summary: String) -> LayerArgument<Extent> {
    place(name, .placed(lengths), summary).map(Extent.init)
  }

  /// How much there is on each side.
  static func margins(_ summary: String) -> LayerArgument<Margins> {
    place("amount", .placed(.list(.integer(0...10_000))), summary).map(Margins.init)
  }

  /// What goes around maps: valid, same, or a number.
  static func padding(_ summary: String) -> LayerArgument<Padding> {
    LayerArgument(KeyedArgument("padding", .text, summary, usually: "valid")).map(Padding.init)
  }

  /// How many maps or numbers a layer makes.
  static func outputs(_ summary: String, name: String = "outputChannels") -> LayerArgument<Int> {
    place(name, count, summary)
  }

  static let count = ValueType.integer(1...1_000_000)
  private static let lengths = ValueType.list(.integer(1...10_000))
}

extension Extent {
  /// One number for both, or two.
  fileprivate init(_ given: GivenValue<[Int]>) throws(Diagnostic) {
    guard let first = given.value.first, let last = given.value.last, given.value.count <= 2 else {
      throw Diagnostic(
        .layerWithoutShape(layer: given.text, needs: "one number, or two: [height, width]"), at: given.span)
    }
    self.init(first, last)
  }
}

extension Margins {
  /// One number for all sides, or four.
  fileprivate init(_ given: GivenValue<[Int]>) throws(Diagnostic) {
    let numbers = given.value
    guard numbers.count == 1 || numbers.count == 4 else {
      throw Diagnostic(
        .layerWithoutShape(layer: given.text, needs: "one number, or four: [top, bottom, left, right]"), at: given.span)
    }
    let side = { numbers[numbers.count == 1 ? 0 : $0] }
    self.init(top: side(0), bottom: side(1), left: side(2), right: side(3))
  }
}

extension Padding {
  fileprivate init(_ given: CheckedValue?) throws(Diagnostic) {
    guard let given, given.word != "valid" else {
      self = .valid(Margins())
      return
    }
    guard given.word != "same" else {
      self = .same(topLeftHeavy: false)
      return
    }
    guard let amount = Int(given.word), (0...10_000).contains(amount) else {
      throw Diagnostic(
        .usage(.unknownChoice(argument: "padding", given: given.text, allowed: ["valid", "same", "a number"])),
        at: given.span)
    }
    self = .valid(Margins(top: amount, bottom: amount, left: amount, right: amount))
  }
}
