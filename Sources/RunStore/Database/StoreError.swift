internal import Databases

/// What can go wrong with the store, as facts. Every case names the file or folder.
public enum StoreError: Error, Sendable, Equatable {
  /// The folder cannot be made or entered; with the system's error number.
  case folder(path: String, errorNumber: Int32)
  /// The file cannot be opened; with SQLite's extended result code.
  case cannotOpen(path: String, code: Int32)
  /// The file may only be read.
  case readOnly(path: String)
  /// The disk, or the file's quota, is full. What was written before is whole.
  case full(path: String)
  /// Another process held the file for as long as we waited.
  case busy(path: String, milliseconds: Int32)
  /// The file is no store, or damaged. `RunStore` replaces it and keeps it.
  case corrupt(path: String)
  /// A later version of the program wrote the file.
  case newerSchema(path: String, found: Int, known: Int)
  /// The system could not read or write; with SQLite's extended result code.
  case inputOutput(path: String, code: Int32)
  /// The text is longer than the store can hold, in bytes.
  case tooLong(path: String)
  /// Anything else; with SQLite's extended result code and words.
  case failed(path: String, code: Int32, message: String)

  /// The fact behind what SQLite says.
  init(_ fault: DatabaseError, path: String, waited: Int32) {
    self =
      switch fault.kind {
      case .cannotOpen: .cannotOpen(path: path, code: fault.code)
      case .readOnly: .readOnly(path: path)
      case .full: .full(path: path)
      case .busy: .busy(path: path, milliseconds: waited)
      case .corrupt: .corrupt(path: path)
      case .inputOutput: .inputOutput(path: path, code: fault.code)
      case .tooLong: .tooLong(path: path)
      case .interrupted, .other: .failed(path: path, code: fault.code, message: fault.message)
      }
  }
}
