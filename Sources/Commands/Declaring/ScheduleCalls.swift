import CommandLanguage
import Training

extension ValueType<Schedule> {
  /// How the learning rate changes: `constant`, `exponential(0.99, every=epoch)`, `warmUp(5, cosine)`.
  static var schedule: Self { ScheduleCalls.type }
}

/// The schedules, and what each takes.
private enum ScheduleCalls {
  static let type = ValueType<Schedule>.call(
    noun: "schedule", phrase: "a schedule, such as constant or exponential(0.99)",
    placeholder: "constant|exponential(0.99)|…", print: \.phrase
  ) { forms }

  static let forms: [CallForm<Schedule>] = [
    CallForm("constant") { _ in .constant },
    CallForm("exponential", [rate, every], examples: ["exponential(0.99)"]) {
      .exponential(rate: $0[rate], every: $0[every])
    },
    CallForm("step", [factor, epochs], examples: ["step(0.1, 10)"]) {
      .step(factor: $0[factor], epochs: $0[epochs])
    },
    CallForm("cosine", [minimum]) { .cosine(minimum: $0[minimum]) },
    CallForm("cyclic", [maximum, stepSize], examples: ["cyclic(0.01, 40)"]) {
      .cyclic(maximum: $0[maximum], stepSize: $0[stepSize])
    },
    CallForm("oneCycle") { _ in .oneCycle },
    CallForm("warmUp", [warmUpEpochs, then], examples: ["warmUp(5, cosine)"]) {
      .warmUp(epochs: $0[warmUpEpochs], then: $0[then])
    },
  ]

  private static let positive = 0.0...1000
  private static let count = 1...1_000_000

  private static let rate = KeyedArgument(
    "rate", .decimal(positive), "Factor applied after every interval.", default: 0.99)
  private static let every = KeyedArgument(
    "every", .choice, "Interval after which the factor is applied.", default: Schedule.Interval.epoch)
  private static let factor = KeyedArgument("factor", .decimal(positive), "Factor applied at each step.", default: 0.1)
  private static let epochs = KeyedArgument("epochs", .integer(count), "Epochs from one step to the next.", default: 10)
  private static let minimum = KeyedArgument("minimum", .decimal(positive), "The lowest learning rate.", default: 0)
  private static let maximum = KeyedArgument(required: "maximum", .decimal(positive), "The highest learning rate.")
  private static let stepSize = KeyedArgument(
    "stepSize", .integer(count), "Mini-batches from the lowest rate to the highest.", default: 40)
  private static let warmUpEpochs = KeyedArgument(
    "epochs", .integer(count), "Epochs over which the rate rises.", default: 5)
  private static let then = KeyedArgument("then", .schedule, "The schedule that follows.", default: Schedule.constant)
}
