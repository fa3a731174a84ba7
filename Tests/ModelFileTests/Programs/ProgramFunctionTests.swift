import Testing

@testable import ExperimentSupport
@testable import ModelFile

struct ProgramFunctionTests {
  private typealias Maker = PackageBuilder

  /// What is wrong with a program.
  private func problem(_ builder: PackageBuilder, of function: String? = nil) throws -> ProgramProblem? {
    do throws(ModelFileError) {
      _ = try builder.file().program.function(named: function)
      return nil
    } catch {
      guard case .program(let fault) = error else { throw error }
      return fault.problem
    }
  }

  private static let map = Maker.tensorType(.float32, [1, 2, 4, 4])

  @Test func `a sound function is read`() throws {
    let function = try PackageBuilder.rectifier.file().program.function()
    #expect(function.version == 6)
    #expect(function.operations.map(\.type) == ["relu"])
    #expect(function.inputs == [NamedType(Maker.named("x", ProgramFunctionTests.map))])
    #expect(function.inputs[0].type == .tensor(.float32, [1, 2, 4, 4]))
  }

  @Test func `what is read has been made before, once`() throws {
    var cycle = PackageBuilder()
    cycle.add("relu", [("x", .name("z"))], "y", ProgramFunctionTests.map)
    cycle.add("relu", [("x", .name("y"))], "z", ProgramFunctionTests.map)
    #expect(try problem(cycle) == .undefined("z"))
    var own = PackageBuilder()
    own.add("relu", [("x", .name("y"))], "y", ProgramFunctionTests.map)
    #expect(try problem(own) == .undefined("y"))
    var twice = PackageBuilder.rectifier
    twice.add("relu", [("x", .name("x"))], "y", ProgramFunctionTests.map)
    #expect(try problem(twice) == .duplicate("y"))
    var unmade = PackageBuilder.rectifier
    unmade.outputs = ["w"]
    #expect(try problem(unmade) == .output("w"))
  }

  @Test func `only known versions of operations, and functions there are`() throws {
    var newer = PackageBuilder.rectifier
    newer.operationSet = "CoreML77"
    #expect(try problem(newer) == .operationSet("CoreML77"))
    #expect(try problem(.rectifier, of: "second") == .noFunction("second", known: ["main"]))
  }

  @Test func `the description and the function agree`() throws {
    let files = PackageBuilder.rectifier.files
    for (field, name) in [(1, "in"), (10, "out")] {
      var model = WireMessage(try #require(files[PackageBuilder.modelPath])[...])
      var description = try #require(model.message(2))
      description[repeated: field].messages = [Builders.arrayFeature(name, [1])]
      model.set(2, message: description)
      var changed = files
      changed[PackageBuilder.modelPath] = Array(model.bytes)
      let contents = changed.mapValues { PackageFile($0) }
      #expect(throws: ModelFileError.self) { _ = try ModelFile.opened(contents).program.function() }
    }
  }

  @Test func `a program of more operations than any has is refused, and quickly`() throws {
    var builder = PackageBuilder()
    builder.add("relu", [("x", .name("x"))], "y", ProgramFunctionTests.map)
    builder.operations = Array(repeating: builder.operations[0], count: 1_000_000)
    let clock = ContinuousClock()
    let files = builder.files
    let time = clock.measure {
      #expect { _ = try ModelFile.opened(files.mapValues { PackageFile($0) }) } throws: { error in
        if case .malformed(.tooMany, _, _, _)? = error as? ModelFileError { true } else { false }
      }
    }
    #expect(time < .seconds(20))
  }
}
