public import Foundation
internal import Synchronization

/// What the program remembers between its runs: commands, trainings with their epochs, and named values, in one SQLite
/// file.
///
/// Several processes may use the file at once: it is in write-ahead mode, writers wait for each other for up to five
/// seconds, readers wait for nobody. `synchronous` is NORMAL: what has been written survives the end of the process at
/// any moment, and the file stays whole even when the power fails; the last writes before a power cut may be missing,
/// which is a fair price for an epoch's record costing no disk access.
///
/// All calls may be made from any thread.
public final class RunStore: Sendable {
  /// The file's name within its folder.
  static let fileName = "whet.sqlite"

  /// The folder the store is in.
  public let folder: URL
  private let connection: Mutex<Connection>
  private let setAsideFile: Mutex<String?>
  private let schema: Schema

  /// Where a damaged file was moved when the store was opened or started over; nil where there was none.
  public var setAside: String? { setAsideFile.withLock { $0 } }

  /// Opens the store in a folder, and makes both where they are missing. A file that is damaged or no store at all is
  /// not touched but renamed, and a fresh one begun; `setAside` says so.
  ///
  /// `StoreError` is thrown, for example, where the folder may not be written or a later version wrote the file.
  public static func open(folder: URL) throws(StoreError) -> RunStore {
    try RunStore(folder: folder, schema: .current)
  }

  init(folder: URL, schema: Schema) throws(StoreError) {
    try Self.make(folder)
    self.folder = folder
    self.schema = schema
    let path = folder.appendingPathComponent(Self.fileName).path
    do {
      connection = Mutex(try Self.connect(path, schema))
      setAsideFile = Mutex(nil)
    } catch StoreError.corrupt {
      let moved = try SettingAside.move(path) { () throws(StoreError) in _ = try Self.connect(path, schema) }
      connection = Mutex(try Self.connect(path, schema))
      setAsideFile = Mutex(moved)
    }
  }

  /// Sets a file that turned out to be damaged aside and begins a fresh one. A file that is whole stays.
  public func startOver() throws(StoreError) {
    let path = folder.appendingPathComponent(Self.fileName).path
    let moved = try SettingAside.move(path) { () throws(StoreError) in
      let connection = try Self.connect(path, schema)
      let verdict = try connection.rows("PRAGMA quick_check(1)", [], atMost: 1) { $0.text(0) }
      guard verdict == ["ok"] else { throw .corrupt(path: path) }
    }
    guard let moved else { return }
    setAsideFile.withLock { $0 = moved }
    // Closing the connection to the moved file touches nothing: SQLite sees that it is no longer where it was.
    try connection.withLock { (connection) throws(StoreError) in connection = try Self.connect(path, schema) }
  }

  /// Does something with the connection, alone.
  func withConnection<Result: Sendable>(
    _ body: (borrowing Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.withLock { (connection) throws(StoreError) in try body(connection) }
  }

  private static func connect(_ path: String, _ schema: Schema) throws(StoreError) -> sending Connection {
    // SQLite would take so short a file for an empty one and write over it.
    if let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, (1..<512).contains(size) {
      throw .corrupt(path: path)
    }
    let connection = try Connection(path: path)
    try connection.run(script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
    try schema.migrate(connection)
    return connection
  }

  private static func make(_ folder: URL) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw .folder(path: folder.path, errorNumber: Int32(underlying?.code ?? 0))
    }
  }
}
