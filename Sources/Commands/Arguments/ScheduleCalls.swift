import CommandLanguage
import Experiments
import Training
import Views

extension ValueType<Schedule> {
  /// How the learning rate changes: `constant`, `exponential(0.99, every=epoch)`, `warmUp(5, cosine)`.
  static var schedule: Self { ScheduleCalls.type }
}

/// The schedules, and what each takes.
private enum ScheduleCalls {
  static let type = ValueType<Schedule>.call(
    noun: "schedule", phrase: "a schedule, such as constant or exponential(0.99)",
    plural: "schedules, such as constant or exponential(0.99)",
    placeholder: "constant|exponential(0.99)|…", print: \.phrase
  ) { forms }

  static let forms: [CallForm<Schedule>] = [
    CallForm("constant") { .constant },
    CallForm(
      "exponential", KeyedArgument("rate", .decimal(positive), "Factor applied after every interval.", default: 0.99),
      KeyedArgument("every", .choice, "Interval after which the factor is applied.", default: Schedule.Interval.epoch),
      examples: ["exponential(0.99)"]
    ) { .exponential(rate: $0, every: $1) },
    CallForm(
      "step", KeyedArgument("factor", .decimal(positive), "Factor applied at each step.", default: 0.1),
      KeyedArgument("epochs", .integer(count), "Epochs between two steps.", default: 10),
      KeyedArgument("every", .integer(count), "Same as epochs=."),
      examples: ["step(0.1, 10)"]
    ) { .step(factor: $0, epochs: $2 ?? $1) },
    CallForm("cosine", KeyedArgument("minimum", .decimal(positive), "Lowest learning rate.", default: 0)) {
      .cosine(minimum: $0)
    },
    CallForm(
      "cyclic", KeyedArgument(required: "maximum", .decimal(positive), "Highest learning rate."),
      KeyedArgument("stepSize", .integer(count), "Mini-batches from the lowest rate to the highest.", default: 40),
      examples: ["cyclic(0.01, 40)"]
    ) { .cyclic(maximum: $0, stepSize: $1) },
    CallForm("oneCycle") { .oneCycle },
    CallForm(
      "warmUp", KeyedArgument("epochs", .integer(count), "Epochs over which the rate rises.", default: 5),
      KeyedArgument("then", .schedule, "Schedule that follows.", default: Schedule.constant),
      examples: ["warmUp(5, cosine)"]
    ) { .warmUp(epochs: $0, then: $1) },
  ]

  private static let positive = 0.0...1000
  private static let count = 1...1_000_000
}
