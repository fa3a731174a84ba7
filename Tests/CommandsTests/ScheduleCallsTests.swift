import CommandLanguage
import Language
import Testing
import Training
import Wording

@testable import Commands
@testable import Experiments
@testable import Views

struct ScheduleCallsTests {
  private static let schedule = KeyedArgument("schedule", .schedule, "")
  private static let declaration = CommandDeclaration(
    "probe", "", arguments: [schedule])

  private func read(_ text: String) throws -> Schedule? {
    guard case .command(let call)? = try Parser.parse(Source("probe schedule=\(text)")).statements.first else {
      return nil
    }
    var binder = ArgumentBinder(Self.declaration, variables: [:])
    return try binder.bind(call)[Self.schedule]
  }

  @Test(
    arguments: [
      ("constant", .constant), ("\"constant\"", .constant), ("constant()", .constant),
      ("exponential", .exponential(rate: 0.99)), ("exponential(0.9)", .exponential(rate: 0.9)),
      ("exponential(rate=90%, every=batch)", .exponential(rate: 0.9, every: .batch)),
      ("exponential(every=batch, 0.9)", .exponential(rate: 0.9, every: .batch)),
      ("exponential(0.9, epoch)", .exponential(rate: 0.9, every: .epoch)),
      ("step(1/2, 5)", .step(factor: 0.5, epochs: 5)),
      ("step(epochs=3)", .step(factor: 0.1, epochs: 3)), ("step(0.5, every=3)", .step(factor: 0.5, epochs: 3)),
      ("cosine", .cosine(minimum: 0)),
      ("cosine(1e-5)", .cosine(minimum: 1e-5)), ("cyclic(0.01)", .cyclic(maximum: 0.01, stepSize: 40)),
      ("cyclic(maximum=0.01, stepSize=8)", .cyclic(maximum: 0.01, stepSize: 8)), ("oneCycle", .oneCycle),
      ("warmUp", .warmUp(epochs: 5, then: .constant)),
      ("warmUp(3, cosine)", .warmUp(epochs: 3, then: .cosine(minimum: 0))),
      ("warmUp(then=exponential(0.9))", .warmUp(epochs: 5, then: .exponential(rate: 0.9))),
    ] as [(String, Schedule)])
  func `every form is read`(text: String, schedule: Schedule) throws {
    #expect(try read(text) == schedule)
  }

  @Test(arguments: ValueType<Schedule>.schedule.kind.calls?.examples ?? []) func `what completion offers can be read`(
    form: String
  ) throws {
    let schedule = try #require(try read(form))
    #expect(try read(schedule.phrase) == schedule)
  }

  @Test(arguments: [
    ("expnential(0.9)", "schedule cannot be expnential. Did you mean exponential?"),
    ("exponential(factor=0.9)", "exponential has no \"factor\". It can be rate or every."),
    ("exponential(0.9, batch, 3)", "3 is one value too many here."),
    ("exponential(0.9, rate=0.8)", "0.9 is one value too many here."),
    ("exponential(fast)", "exponential's rate takes a number from 0 to 1000, not fast."),
    ("exponential(every=day)", "exponential's every cannot be day. It can be epoch or batch."),
    ("step(0.1, 0)", "step's epochs takes a whole number from 1 to 1,000,000, not 0."),
    ("step(0.1, 2.5)", "step's epochs takes a whole number from 1 to 1,000,000, not 2.5."),
    ("cyclic", "cyclic needs maximum=x: highest learning rate."), ("constant(1)", "1 is one value too many here."),
    ("warmUp(5, [1])", "warmUp's then takes a schedule, such as constant or exponential(0.99), not [1]."),
    (
      "warmUp(5, linear)",
      "schedule cannot be linear. It can be constant, exponential, step, cosine, cyclic, oneCycle or warmUp."
    ),
    ("[cosine]", "schedule takes a schedule, such as constant or exponential(0.99), not [cosine]."),
  ])
  func `what is no schedule is told`(text: String, message: String) throws {
    #expect {
      _ = try read(text)
    } throws: { error in
      (error as? UsageError).map { DiagnosticTexts.usage($0.problem).message } == message
    }
  }
}
