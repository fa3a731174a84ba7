internal import Databases
public import Foundation
internal import Synchronization

/// What the program remembers between its runs: commands, trainings with their epochs, and named values, in one SQLite
/// file.
///
/// Several processes may use the file at once: it is in write-ahead mode, writers wait for each other for up to a minute,
/// readers wait for nobody. `synchronous` is NORMAL: what has been written survives the end of the process at
/// any moment, and the file stays whole even when the power fails; the last writes before a power cut may be missing,
/// which is a fair price for an epoch's record costing no disk access.
///
/// All calls may be made from any thread.
public final class RunStore: Sendable {
  /// The file's name within its folder.
  static let fileName = "whet.sqlite"

  /// The folder the store is in.
  public let folder: URL
  private let connection: Mutex<OpenFile>
  private let schema: Schema

  /// A connection, and which file it leads to.
  private struct OpenFile: ~Copyable {
    let connection: Connection
    let file: ino_t?
  }

  private var path: String { Self.path(in: folder) }

  /// Opens the store in a folder, and makes both where they are missing. A file that is damaged or no store at all is renamed;
  /// the fresh one has all that can be read of it, and `damage` says so. The same is done when damage shows later.
  ///
  /// `StoreError` is thrown, for example, where the folder may not be written or a later version wrote the file.
  public static func open(folder: URL) throws(StoreError) -> RunStore {
    try RunStore(folder: folder, schema: .current)
  }

  init(folder: URL, schema: Schema) throws(StoreError) {
    try Self.make(folder)
    self.folder = folder
    self.schema = schema
    connection = Mutex(try Self.open(Self.path(in: folder), schema))
  }

  /// That the database was found damaged, for as long as the damaged file is kept; nil where it never was.
  public var damage: StoreDamage? {
    guard let text = try? remembered(StoreDamage.name, in: StoreDamage.scope), let damage = StoreDamage(text: text),
      access(damage.path, F_OK) == 0
    else { return nil }
    return damage
  }

  /// Content that was stored before this time may be held by an earlier database: the damaged one that is kept, or one that was
  /// removed. Nil where there was none.
  var earlierContentsEnd: Date? {
    get throws(StoreError) {
      guard let text = try remembered(Connection.contentsName, in: StoreDamage.scope), let seconds = Double(text) else {
        return nil
      }
      // Whoever removes the damaged database wants none of what it alone holds.
      if try remembered(StoreDamage.name, in: StoreDamage.scope) != nil, damage == nil { return nil }
      return Date(timeIntervalSince1970: seconds)
    }
  }

  /// Whether every page of the database is as it should be. Reads all of it.
  ///
  /// - Throws: `StoreError.corrupt` where it is not.
  func check() throws(StoreError) { try withConnection { connection throws(StoreError) in try connection.check() } }

  /// Does something with the connection, alone. Where the file is found damaged it is replaced first.
  func withConnection<Result: Sendable>(
    _ body: (borrowing Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.withLock { (open) throws(StoreError) in
      // Another process has replaced the file, or it was removed.
      if open.file != Self.file(at: path) { open = try Self.open(path, schema) }
      do throws(StoreError) {
        return try body(open.connection)
      } catch .corrupt {
        open = try Self.replace(path, schema)
        return try body(open.connection)
      }
    }
  }

  // MARK: Opening

  private static func path(in folder: URL) -> String { folder.appendingPathComponent(fileName).path }

  private static func open(_ path: String, _ schema: Schema) throws(StoreError) -> sending OpenFile {
    do throws(StoreError) {
      return OpenFile(connection: try connect(path, schema), file: file(at: path))
    } catch .corrupt {
      return try replace(path, schema)
    }
  }

  private static func replace(_ path: String, _ schema: Schema) throws(StoreError) -> sending OpenFile {
    try SettingAside.replace(path) { () throws(StoreError) in
      try connect(path, schema).check()
    } by: { () throws(StoreError) in
      try connect(path, schema)
    }
    return OpenFile(connection: try connect(path, schema), file: file(at: path))
  }

  private static func connect(_ path: String, _ schema: Schema) throws(StoreError) -> sending Connection {
    // Of a file so short, or none, SQLite would begin another, and throw away the log that goes with it.
    let (size, log) = (size(of: path), size(of: path + "-wal"))
    if (1..<512).contains(size) || size == 0 && log > 0 { throw .corrupt(path: path) }
    // While another session lives it has the log's changes, and SQLite those of the log from there.
    let use = DatabaseUse(of: path) {
      let folder = URL(filePath: (path as NSString).deletingLastPathComponent)
      return !SessionMark.isAnyAlive(stateFolder: folder) && LogCheck.isDamaged(beside: path)
    }
    if use.isDamaged { throw .corrupt(path: path) }
    // Every cell's text is in it. No descriptor of a file in use may be closed, but one of a file just made.
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    chmod(path, 0o600)
    let connection = try Connection(path: path, use: use)
    // Where others open a new database at this moment, SQLite does not wait for them before it changes the way of journalling.
    let start = ContinuousClock.now
    while true {
      do throws(StoreError) {
        try connection.run(script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
        break
      } catch .busy where ContinuousClock.now - start < .milliseconds(Connection.patience) {
        usleep(5_000)
      }
    }
    if try schema.migrate(connection) { try connection.noteEarlierContents(beside: path) }
    return connection
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func file(at path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  private static func make(_ folder: URL) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      // Where a file is in the way the system is not asked at all.
      throw .folder(path: folder.path, errorNumber: underlying.map { Int32($0.code) } ?? ENOTDIR)
    }
  }
}

extension Connection {
  /// The name under which is remembered until when content was stored that this database does not know.
  fileprivate static let contentsName = "contentsOfEarlierDatabase"

  /// Remembers, in a database that has just been begun, that there is stored content already.
  fileprivate func noteEarlierContents(beside path: String) throws(StoreError) {
    let contents = ContentStore(stateFolder: URL(fileURLWithPath: path).deletingLastPathComponent())
    guard access(contents.folder.path, F_OK) == 0 else { return }
    let missing = StoreDamage(date: Date(), path: "", recovered: [:])
    let texts = [
      Self.contentsName: "\(Date().timeIntervalSince1970.rounded(.up))", StoreDamage.untoldName: missing.text,
    ]
    for (name, text) in texts {
      try execute(
        "INSERT OR IGNORE INTO remembered (scope, name, value) VALUES (?, ?, ?)", .text(StoreDamage.scope), .text(name),
        .text(text))
    }
  }
}
