import Wording

/// A kind of value together with the Swift type its values have.
public struct ValueType<Value: Sendable>: Sendable {
  /// The kind: what is checked, completed and explained.
  public let kind: ArgumentKind
  /// The value of what was found to be of the kind; nil for what belongs to another one.
  let read: @Sendable (UntypedValue) -> Value?
  /// A value as one would type it.
  let print: @Sendable (Value) -> String

  /// A type of values.
  init(
    _ kind: ArgumentKind, print: @escaping @Sendable (Value) -> String,
    read: @escaping @Sendable (UntypedValue) -> Value?
  ) {
    self.kind = kind
    self.read = read
    self.print = print
  }
}

extension ValueType<Int> {
  /// A whole number within a range.
  public static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(.integer(range), print: { String($0) }) { if case .integer(let number) = $0.content { number } else { nil } }
  }

  /// The number of a training, as `runs` lists it.
  public static var run: Self {
    Self(.run, print: { String($0) }) { if case .integer(let number) = $0.content { number } else { nil } }
  }
}

extension ValueType<UInt64> {
  /// What random numbers are drawn from: a whole number from 0.
  public static var seed: Self {
    Self(.integer(0...Int.max), print: { String($0) }) {
      if case .integer(let number) = $0.content { UInt64(exactly: number) } else { nil }
    }
  }
}

extension ValueType<Double> {
  /// A number within a range; fractions (`1/255`) and percentages (`80%`) count as numbers.
  public static func decimal(_ range: ClosedRange<Double>) -> Self {
    Self(.decimal(range), print: Numbers.short) { if case .decimal(let number) = $0.content { number } else { nil } }
  }
}

extension ValueType<Bool> {
  /// `true` or `false`.
  public static var bool: Self {
    Self(.bool, print: { String($0) }) { if case .bool(let truth) = $0.content { truth } else { nil } }
  }
}

extension ValueType<String> {
  /// One of a few words.
  public static func choice(_ words: [String]) -> Self {
    Self(.choice(words), print: { $0 }) { if case .word(let word) = $0.content { word } else { nil } }
  }
}

extension ValueType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases of an enum, under their raw values.
  public static var choice: Self {
    Self(.choice(Value.allCases.map(\.rawValue)), print: \.rawValue) {
      if case .word(let word) = $0.content { Value(rawValue: word) } else { nil }
    }
  }
}

extension ValueType where Value: Equatable {
  /// One of a few words, each of which stands for a value.
  public static func choice(_ values: [(word: String, value: Value)]) -> Self {
    Self(.choice(values.map(\.word)), print: { value in values.first { $0.value == value }?.word ?? "" }) {
      if case .word(let word) = $0.content { values.first { $0.word == word }?.value } else { nil }
    }
  }
}

extension ValueType<CheckedValue> {
  /// Words of a kind, each with its place.
  private static func word(_ kind: ArgumentKind) -> Self {
    Self(kind, print: \.text) { if case .word = $0.content { $0 } else { nil } }
  }

  /// A file or a folder.
  public static var path: Self { word(.path) }
  /// A model file, or the name of a network that was loaded from one.
  public static var source: Self { word(.source) }
  /// Any text.
  public static var text: Self { word(.text) }
  /// The name of a layer of the network given before.
  public static var layer: Self { word(.layer) }
  /// A photo of the split given before, by the beginning of its name or its place.
  public static var photo: Self { word(.photo) }
  /// The name of a class.
  public static var label: Self { word(.label) }
  /// A name for a thing that is about to be made.
  public static var newName: Self { word(.newName) }
  /// The name of a dataset.
  public static var dataset: Self { word(.dataset) }
  /// A dataset or one of its splits.
  public static var split: Self { word(.split) }
  /// The name of a model.
  public static var model: Self { word(.model) }
  /// A model or a dataset, or a model file.
  public static var thing: Self { word(.thing) }
  /// The name of a cluster.
  public static var cluster: Self { word(.cluster) }
  /// The name of a command, or of something else there is help for.
  public static var topic: Self { word(.topic) }
  /// A layer of a model file, or a file alone.
  public static var extractor: Self { word(.extractor) }
  /// Anything at all.
  public static var any: Self { word(.any) }
  /// One of a few words, with its place.
  public static func choice(of words: [String]) -> Self { word(.choice(words)) }
}

extension ValueType<Allowance> {
  /// A default and what may be chosen.
  ///
  /// - Parameter element: What one value is: `.integer` or `.decimal`.
  /// - Returns: The type of such values.
  public static func allowance(of element: ArgumentKind) -> Self {
    Self(.allowance(element), print: { _ in Allowance.examples[0] }) {
      if case .allowance(let allowance) = $0.content { allowance } else { nil }
    }
  }
}

extension ValueType {
  /// Several values of one type, in brackets; one alone counts as a list of one.
  public static func list<Element: Sendable>(_ element: ValueType<Element>) -> Self where Value == [Element] {
    several(.list(element.kind), of: element)
  }

  /// One value, or several in brackets; never none.
  public static func atLeastOne<Element: Sendable>(_ element: ValueType<Element>) -> Self where Value == [Element] {
    several(.atLeastOne(element.kind), of: element)
  }

  /// One value, or several in brackets of which the first that is here is taken: the first of all where nobody has
  /// chosen one with ``Arguments/choosing(_:)``.
  public static func firstOf(_ element: Self) -> Self {
    Self(.firstOf(element.kind), print: element.print) { $0.elements.first.flatMap(element.read) }
  }

  private static func several<Element: Sendable>(
    _ kind: ArgumentKind, of element: ValueType<Element>
  ) -> Self where Value == [Element] {
    Self(kind, print: { "[\($0.map(element.print).joined(separator: ", "))]" }) { given in
      guard case .list(let elements) = given.content else { return element.read(given).map { [$0] } }
      let values = elements.compactMap(element.read)
      return values.count == elements.count ? values : nil
    }
  }

  /// Values of another type, each with its place.
  public static func placed<Plain: Sendable>(_ type: ValueType<Plain>) -> Self where Value == GivenValue<Plain> {
    Self(type.kind, print: { type.print($0.value) }) { given in
      type.read(given).map { GivenValue($0, at: given.span, text: given.text) }
    }
  }
}
