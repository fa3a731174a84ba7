import Foundation
import TestSupport
import Testing

@testable import RunStore

/// Databases that were damaged in many ways: whatever lies in pages that are whole is there afterwards.
@Suite struct DamageTests {
  private let folder: TemporaryFolder
  /// The database and its log, as a store with rows in every table leaves them.
  private let database: [UInt8], log: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    (database, log) = try Self.files.get()
  }

  private static let files = Result { () throws -> ([UInt8], [UInt8]) in
    let folder = try TemporaryFolder()
    let sample = SampleStore(folder: folder.url)
    try sample.fill()
    let whole = try Array(Data(contentsOf: URL(filePath: sample.path)))
    // What a killed process leaves: the last rows in the log.
    let store = try RunStore.open(folder: folder.url)
    for number in 1...20 { try store.remember("logged-\(number).", as: "logged \(number)", in: "scope") }
    let log = try Array(Data(contentsOf: URL(filePath: sample.path + "-wal")))
    #expect(try Array(Data(contentsOf: URL(filePath: sample.path))) == whole)
    return (whole, log)
  }

  /// The marks in each page.
  private static let pages = files.map { (database, _) in
    stride(from: 0, to: database.count, by: 4096).map { start in
      let text = Data(database[start..<start + 4096])
      return SampleStore.marks.filter { text.range(of: Data($0.utf8)) != nil }
    }
  }

  /// The marks whose pages all are whole.
  private func expected(_ damaged: [UInt8]) throws -> Set<String> {
    var expected: Set<String> = []
    for (page, marks) in try Self.pages.get().enumerated() where (page + 1) * 4096 <= damaged.count {
      let bytes = page * 4096..<(page + 1) * 4096
      if damaged[bytes].elementsEqual(database[bytes]) { expected.formUnion(marks) }
    }
    return expected
  }

  /// Opens a store with these files, looks at all of it, and answers what it has.
  private func texts(_ database: [UInt8]?, log: [UInt8]? = nil) throws -> (Set<String>, StoreDamage?) {
    let place = folder.url.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let path = place.appending(path: "whet.sqlite")
    if let database { try Data(database).write(to: path) }
    if let log { try Data(log).write(to: place.appending(path: "whet.sqlite-wal")) }
    let store = try RunStore.open(folder: place)
    try store.check()
    let texts = try SampleStore.texts(store)
    // It can be gone on with.
    let session = try store.history.beginSession()
    try store.history.record(HistoryEntry(session: session, line: 1, source: "afterwards"))
    #expect(try RunStore.open(folder: place).history.tail(1).map(\.source) == ["afterwards"])
    if let damage = store.damage, let database, !database.isEmpty {
      #expect(try Array(Data(contentsOf: URL(filePath: damage.path))).count >= database.count)
    }
    return (texts, store.damage)
  }

  @Test func `the whole files have all`() throws {
    #expect(try expected(database) == Set(SampleStore.marks))
    let (texts, damage) = try texts(database, log: log)
    #expect(damage == nil && texts.isSuperset(of: SampleStore.marks) && texts.contains("logged-20."))
  }

  @Test func `64 bytes zeroed anywhere cost no row of another page`() throws {
    var dice = Dice(seed: 64)
    let places =
      [0, 16, 32, 64, 96, 100, 4096] + (0..<Rounds.fuzz(else: 12)).map { _ in dice.below(database.count - 64) }
    for place in places {
      var damaged = database
      damaged.replaceSubrange(place..<place + 64, with: [UInt8](repeating: 0, count: 64))
      let (texts, _) = try texts(damaged)
      let lost = try expected(damaged).subtracting(texts)
      #expect(lost.isEmpty, "zeros at \(place) cost \(lost.sorted().prefix(5))")
    }
  }

  @Test func `several pages of anything cost no row of another page`() throws {
    var dice = Dice(seed: 3)
    for round in 0..<Rounds.fuzz(else: 5) {
      var damaged = database
      for _ in 0...dice.below(4) {
        let page = dice.below(database.count / 4096) * 4096
        for place in page..<page + 4096 { damaged[place] = UInt8(truncatingIfNeeded: dice.next()) }
      }
      let (texts, damage) = try texts(damaged)
      let lost = try expected(damaged).subtracting(texts)
      #expect(lost.isEmpty, "round \(round) cost \(lost.sorted().prefix(5)); \(String(describing: damage))")
    }
  }

  @Test func `a file cut off keeps the rows of the pages that are left`() throws {
    var dice = Dice(seed: 5)
    for _ in 0..<Rounds.fuzz(else: 5) {
      let damaged = Array(database.prefix(1 + dice.below(database.count - 1)))
      let (texts, damage) = try texts(damaged)
      #expect(damage != nil)
      #expect(try expected(damaged).subtracting(texts).isEmpty, "cut at \(damaged.count)")
    }
  }

  @Test func `what only the log has is recovered from it`() throws {
    for damaged in [nil, [], [UInt8](repeating: 0, count: 100) + database.dropFirst(100)] {
      let (texts, damage) = try texts(damaged, log: log)
      #expect(damage?.recovered["remembered"] ?? 0 >= 20)
      #expect(texts.isSuperset(of: (1...20).map { "logged-\($0)." }))
    }
  }

  // MARK: The log

  /// How many bytes a frame of the log takes: its header and a page.
  private static let frame = 24 + 4096

  @Test func `damage within the log is told, and what was committed after it is there`() throws {
    let frames = (log.count - 32) / Self.frame
    // Bytes of a frame, of its header or of the header of the log, as long as whole frames are behind them.
    let starts = (1..<frames - 2).map { 32 + $0 * Self.frame }
    let places: [Int] = [0, 40, 48, 60] + starts.map { $0 + 4 } + starts.map { $0 + 2000 }
    for place in places {
      var damaged = log
      for offset in place..<place + 24 { damaged[offset] ^= 0xFF }
      let (texts, damage) = try texts(database, log: damaged)
      #expect(damage != nil, "at \(place)")
      #expect(texts.isSuperset(of: SampleStore.marks) && texts.contains("logged-20."), "at \(place)")
    }
  }

  @Test func `a log without its last frames is told where SQLite's index of it is left`() throws {
    let sample = SampleStore(folder: folder.url.appending(path: "killed"))
    try sample.fill()
    let open = try RunStore.open(folder: sample.folder)
    for number in 1...20 { try open.remember("logged-\(number).", as: "logged \(number)", in: "scope") }
    let files = ["", "-wal", "-shm"].map { FileManager.default.contents(atPath: sample.path + $0) ?? Data() }
    withExtendedLifetime(open) {}
    for left in [0, 1, 32, files[1].count / 2, files[1].count - 1, files[1].count] {
      let place = folder.url.appending(path: "left \(left)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (suffix, data) in zip(["", "-wal", "-shm"], [files[0], files[1].prefix(left), files[2]]) where !data.isEmpty {
        try data.write(to: place.appending(path: "whet.sqlite\(suffix)"))
      }
      #expect((try RunStore.open(folder: place).damage == nil) == (left == files[1].count), "\(left) bytes left")
    }
  }

  @Test func `a log that is whole, or ends within a change that was not committed, is no damage`() throws {
    for end in [log.count, log.count - Self.frame / 2, log.count - 1] {
      let (_, damage) = try texts(database, log: Array(log.prefix(end)))
      #expect(damage == nil)
    }
    // Frames of an earlier log stay behind those of the present one.
    let store = try RunStore.open(folder: folder.url.appending(path: "again"))
    let other = try RunStore.open(folder: folder.url.appending(path: "again"))
    for number in 1...50 { try store.remember("\(number)", as: "\(number)", in: "scope") }
    try store.withConnection { connection throws(StoreError) in
      try connection.run(script: "PRAGMA wal_checkpoint(RESTART)")
    }
    try store.remember("after", as: "after", in: "scope")
    #expect(try RunStore.open(folder: folder.url.appending(path: "again")).damage == nil)
    withExtendedLifetime(other) {}
  }

  // MARK: Content

  @Test func `no content is removed that a damaged database may hold`() throws {
    let place = folder.url.appending(path: "state")
    let contents = ContentStore(stateFolder: place)
    var hashes: [ContentHash] = []
    do {
      let store = try RunStore.open(folder: place)
      for number in 1...300 {
        let hash = try contents.put(Data("\(number)".utf8), isDurable: false)
        try store.hold([hash], for: "holder \(number)")
        hashes.append(hash)
        utimensat(
          AT_FDCWD, contents.path(of: hash), [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)], 0
        )
      }
    }
    let path = place.appending(path: "whet.sqlite")
    var bytes = try Array(Data(contentsOf: path))
    for place in stride(from: 0, to: bytes.count, by: 4096) {
      bytes.replaceSubrange(place + 1000..<place + 3000, with: [UInt8](repeating: 0, count: 2000))
    }
    try Data(bytes).write(to: path)
    let store = try RunStore.open(folder: place)
    _ = try Journal(store: store, place: "/here")
    #expect(hashes.allSatisfy { contents.contains($0) })
    let damage = try #require(store.damage)
    let held = try store.held()
    #expect(held.count < hashes.count)
    // Who removes the damaged file wants no more of what it alone held.
    try FileManager.default.removeItem(atPath: damage.path)
    try contents.collect(storedSince: store.earlierContentsEnd) { () throws(StoreError) in try store.held() }
    #expect(hashes.allSatisfy { contents.contains($0) == held.contains($0) })
  }

  @Test func `no content is removed where the database was`() throws {
    let place = folder.url.appending(path: "state")
    let contents = ContentStore(stateFolder: place)
    _ = try RunStore.open(folder: place).history.beginSession()
    let hash = try contents.put(Data("1".utf8))
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(at: place.appending(path: "whet.sqlite\(suffix)"))
    }
    let store = try RunStore.open(folder: place)
    let later = Date(timeIntervalSinceNow: 10_000)
    try contents.collect(at: later, storedSince: store.earlierContentsEnd) { () throws(StoreError) in try store.held() }
    #expect(contents.contains(hash))
  }
}
