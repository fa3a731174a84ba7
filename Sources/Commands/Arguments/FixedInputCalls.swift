import CommandLanguage

/// An input of a program that always holds the same numbers: `fixed(threshold, 0.5)`.
struct FixedInput: Sendable {
  /// The input's name, with its place.
  let input: CheckedValue
  /// Its numbers, row-major; a single one fills it.
  let numbers: [Double]
}

extension ValueType<FixedInput> {
  /// An input and its numbers: `fixed(threshold, 0.5)`, `fixed(tokens, [49406, 320, 49407])`.
  static var fixedInput: Self { FixedInputCalls.type }
}

/// How an input's numbers are given.
private enum FixedInputCalls {
  static let type = ValueType<FixedInput>.call(
    noun: "input", phrase: "an input and its numbers, such as fixed(threshold, 0.5)",
    plural: "inputs and their numbers, such as fixed(threshold, 0.5)", placeholder: "fixed(name, numbers)",
    print: { "fixed(\($0.input.text), \($0.numbers))" }
  ) { forms }

  private static let forms: [CallForm<FixedInput>] = [
    CallForm(
      "fixed", KeyedArgument(required: "name", .text, "The input's name."),
      KeyedArgument(
        required: "numbers", .list(.decimal(-1e30...1e30)), "Its numbers, row by row; a single one fills it."),
      examples: ["fixed(threshold, 0.5)", "fixed(tokens, [49406, 320, 49407])"]
    ) { FixedInput(input: $0, numbers: $1) }
  ]
}
