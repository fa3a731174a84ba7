public import DataFiles
public import Files
import Foundation
public import RunStore

/// What can be the matter with photos in hand: adding, removing, classes, taking back.
public enum DataDiagnostic: Sendable {
  /// The state folder cannot be written, so nothing that changes files could be taken back.
  case noJournal
  /// The store in the state folder cannot be written.
  case store(StoreError)
  /// A file or folder cannot be used.
  case file(FileError)
  /// There is something already where something was to be put.
  case inTheWay(String)
  /// A file stands there that Whet did not write; with the line that replaces it.
  case foreign(String, line: String)
  /// What was to be changed is not there.
  case notThere(String)
  /// A file was changed by somebody else since.
  case changedSince(String)
  /// Content that is needed is not in the store, or not whole.
  case contentLost(String)
  /// Another session takes the same change back.
  case takenBackElsewhere
  /// Samples of a table would have to be in memory all at once, in bytes, where so many may be.
  case largerThanMemory(String, dataset: String, samples: Int, bytes: Int, limit: Int)
  /// There is nothing to take back, or to do again.
  case nothingToUndo, nothingToRedo
  /// The folder or archive of a dataset.
  case folder(Folder)
  /// Samples that are drawn.
  case drawn(Drawn)
  /// Which photos are meant.
  case photo(Photo)
  /// The classes of a dataset.
  case classes(Classes)

  /// The folder or archive of a dataset.
  public enum Folder: Sendable {
    /// Photos of a dataset that stay as they are.
    case workFolder(WorkFolderError)
    /// A file or folder that was to be made in the data folder, which only `fetch` writes to.
    case inDataFolder(String)
    /// The dataset was not copied from anywhere.
    case neverCopied(dataset: String, folder: String)
    /// A folder is to be copied into itself.
    case intoItself(String, source: String)
    /// An archive can only be read with `into=`.
    case archiveNeedsInto(String)
    /// An archive cannot be written or unpacked.
    case archive(String, ZipError)
  }

  /// Samples that are drawn.
  public enum Drawn: Sendable {
    /// No such hand is drawn.
    case noSuchGesture(String)
    /// More photos of a class than are drawn.
    case tooManyDrawn(Int, limit: Int)
    /// Data that are not here, and what could be drawn instead.
    case missingData(String, places: [String], beside: [String], dataset: String, sample: String)
  }

  /// Which photos are meant.
  public enum Photo: Sendable {
    /// A statement about photos names a dataset with several splits.
    case whichSplit([String])
    /// A word names no photo of a split.
    case name(PhotoNameError)
    /// One photo is named twice.
    case twice(String)
  }

  /// The classes of a dataset.
  public enum Classes: Sendable {
    /// A dataset has no such class.
    case noSuchClass(String, dataset: String, known: [String])
    /// A name cannot be the name of a class.
    case badClassName(String, ClassName.Problem)
    /// A class of the new name is there already.
    case classIsThere(String, dataset: String)
    /// `class` was given none or several of its arguments.
    case oneClassChange([String])
    /// `rename=` without `to=`, or the other way round.
    case renameNeedsTo
    /// An order leaves classes out.
    case orderLacks([String], all: [String], dataset: String)
    /// There are more classes than `maxClasses=` allows.
    case moreThanMaxClasses([String], limit: Int, dataset: String)
  }

  /// The fact behind an error of the journal.
  public init(_ error: JournalError, in folder: DataFolder) {
    func short(_ path: String) -> String { folder.short(URL(filePath: path)) }
    self =
      switch error {
      case .store(let error): .store(error)
      case .content(.cannotRead(let path, let code)): .file(.cannotRead(short(path), code: code))
      case .content(.cannotWrite(let path, let code)): .file(.cannotWrite(short(path), code: code))
      case .content(.notRegular(let path, let kind)): .file(.notRegular(short(path), kind))
      case .content(.damaged(let hash)), .content(.missing(let hash)): .contentLost(hash.short)
      case .inTheWay(let path): .inTheWay(short(path))
      case .notThere(let path): .notThere(short(path))
      case .changedSince(let path): .changedSince(short(path))
      case .notInThatState: .takenBackElsewhere
      }
  }

  /// The fact behind a file that cannot be read.
  public init(_ error: FileReadError, in folder: DataFolder) { self.init(.content(ContentError(error)), in: folder) }

  /// The fact behind a file that is not written.
  public init(_ error: FileWriteError, in folder: DataFolder) { self.init(.content(ContentError(error)), in: folder) }
}
