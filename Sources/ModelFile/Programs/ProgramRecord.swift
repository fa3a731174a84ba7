/// What a program's file says besides its description (format message `Program`); it is empty in files of other kinds.
public struct ProgramRecord: Sendable, Equatable {
  /// The program's file.
  let file: ModelFile

  /// The names of its functions; none of other models.
  public var functions: [String] { file.kind == .mlProgram ? descriptions.map(\.name) : [] }

  /// Whether it lies in a package: a folder, or the same in an archive.
  public var isPackage: Bool { file.package != nil }

  /// The function that runs where none is asked for.
  public var defaultFunction: String {
    let named = descriptionMessage.text(21)
    return named.isEmpty ? descriptions.first?.name ?? "main" : named
  }

  /// The same program, of which another function runs where none is asked for.
  ///
  /// - Throws: `ModelFileError.wrongKind` where it is no program, `program` where it has no such function.
  public func choosing(function name: String) throws(ModelFileError) -> ModelFile {
    _ = try function(named: name)
    guard name != defaultFunction else { return file }
    var copy = file
    var description = descriptionMessage
    description.set(21, name)
    copy.wire.set(2, message: description)
    return copy
  }

  /// A function by name, or the one that runs where none is asked for, its names checked.
  ///
  /// - Throws: `ModelFileError.wrongKind` or `program`.
  func function(named name: String? = nil) throws(ModelFileError) -> ProgramFunction {
    guard file.kind == .mlProgram else { throw .wrongKind(file.kind, wanted: [.mlProgram]) }
    let (known, fallback) = (descriptions, defaultFunction)
    let records = file.content[repeated: 2].messages
    func record(_ name: String) -> FunctionRecord? {
      records.last { $0.text(1) == name }.flatMap { $0.message(2) }.map(FunctionRecord.init)
    }
    do throws(ProgramError) {
      for description in known where record(description.name) == nil {
        throw ProgramError(.noFunction(description.name, known: records.map { $0.text(1) }))
      }
      guard known.contains(where: { $0.name == fallback }) else { throw ProgramError(.undescribedFunction(fallback)) }
      guard let wanted = known.first(where: { $0.name == name ?? fallback }), let found = record(wanted.name) else {
        throw ProgramError(.noFunction(name ?? fallback, known: known.map(\.name)))
      }
      return try ProgramFunction(wanted, found)
    } catch {
      throw .program(error)
    }
  }

  /// A function as the file has it, under its name; nil where there is none of that name.
  func functionEntry(of name: String) -> WireMessage? { file.content[repeated: 2].messages.last { $0.text(1) == name } }

  /// The operations of a function as the file has them: the block of the operation set it is written for.
  func block(of name: String) -> WireMessage? {
    functionEntry(of: name)?.message(2).flatMap { function in
      let set = function.text(2)
      return function[repeated: 3].messages.last { $0.text(1) == set }?.message(2)
    }
  }

  /// What the function that runs takes and gives, where there are several; nil where the model's description says it.
  var defaultDescription: FunctionDescription? {
    guard file.kind == .mlProgram, !descriptionMessage.values(20).isEmpty else { return nil }
    let name = defaultFunction
    return descriptions.first { $0.name == name }
  }

  /// The functions, as the description has them: one called `main`, or several.
  private var descriptions: [FunctionDescription] {
    let several = descriptionMessage[repeated: 20].messages.map(FunctionDescription.init)
    return several.isEmpty ? [FunctionDescription(ModelDescription(descriptionMessage))] : several
  }

  private var descriptionMessage: WireMessage { file.wire.message(2) ?? WireMessage() }
}

extension ModelFile {
  /// What a program's file says besides its description; empty in models of other kinds.
  public var program: ProgramRecord { ProgramRecord(file: self) }
}
