import Experiments
import Language

/// An error of an experiment: what it is as a fact.
protocol FactualError: Error {
  /// What is the matter.
  var fact: Fact { get }
}

extension Fault {
  /// What an experiment could not do, and where in the cell it is.
  init(_ error: some FactualError, at span: Span? = nil) { self.init(error.fact, at: span) }

  /// Does a part of an experiment; its error becomes a fault at a place.
  static func placing<Value, Failure: FactualError>(
    at span: Span? = nil, _ body: () throws(Failure) -> Value
  ) throws(Fault) -> Value {
    do throws(Failure) { return try body() } catch { throw Fault(error, at: span) }
  }
}

extension FileError: FactualError {
  var fact: Fact { .data(.file(self)) }
}

extension PhotoFolderError: FactualError {
  var fact: Fact { .photoFolder(self) }
}

extension PhotoNameError: FactualError {
  var fact: Fact { .data(.photoName(self)) }
}

extension PhotoSourceError: FactualError {
  var fact: Fact {
    switch self {
    case .folder(let error): .photoFolder(error)
    case .archive(let path, let error): .data(.archive(path, error))
    }
  }
}

extension WorkFolderError: FactualError {
  var fact: Fact { .data(.workFolder(self)) }
}

extension DrawnHandsError {
  /// What a cell shows of it.
  func told(at span: Span? = nil) -> any Error {
    switch self {
    case .file(let error): Fault(error, at: span)
    case .stopped(let done, let count):
      Interruption(remark: "\(done) of \(count) hands were drawn; run the line again to go on.")
    }
  }
}
