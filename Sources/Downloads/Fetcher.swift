internal import Foundation

/// Downloads a collection into a folder. Files come into a hidden folder first, are checked there, and take their places
/// when all is well; what has come stays there when the download stops, and the next one goes on from it.
public struct Fetcher {
  /// What is downloaded.
  public let collection: DownloadCollection
  /// The path of the folder the files go to; it need not exist.
  public let folder: String
  /// What servers are told of the program.
  public let agent: String
  /// For how many seconds nothing may come.
  public let patience: Int

  /// A download that has not begun.
  public init(_ collection: DownloadCollection, into folder: String, agent: String, patience: Int = 30) {
    self.collection = collection
    self.folder = folder
    self.agent = agent
    self.patience = patience
  }

  /// What is in the folder of a collection's files.
  public struct Inventory: Sendable, Equatable {
    /// Files that are there and right.
    public let right: [DownloadFile]
    /// Files of these names that are others, by their digests.
    public let other: [DownloadFile]
    /// Files that are not there.
    public let missing: [DownloadFile]
  }

  /// Looks at what is there, byte by byte.
  public func inventory() -> Inventory {
    var (right, other, missing) = ([DownloadFile](), [DownloadFile](), [DownloadFile]())
    for file in collection.files {
      let path = "\(folder)/\(file.path)"
      if FileDigest.matches(file, at: path) {
        right.append(file)
      } else if StagingFolder.isTaken(path) {
        other.append(file)
      } else {
        missing.append(file)
      }
    }
    return Inventory(right: right, other: other, missing: missing)
  }

  /// How far a download is.
  public struct Progress: Sendable, Equatable {
    /// How many bytes are there, those of earlier downloads included.
    public let received: Int
    /// How many there will be.
    public let total: Int
    /// How many of them this download has brought.
    public let fresh: Int
  }

  /// Downloads what is missing. Files of these names that are others stay as they are.
  ///
  /// - Parameters:
  ///   - goesOn: Asked at least twenty times a second whether to go on.
  ///   - report: Told how far it is, as often.
  /// - Returns: How many bytes came.
  /// - Throws: `DownloadError`; no file has taken its place then that was not right, and of a collection that is only of use
  ///   as a whole none where its folder was not there before.
  public func run(
    goesOn: @escaping () -> Bool, report: @escaping (Progress) -> Void = { _ in }
  ) throws(DownloadError) -> Int {
    let missing = inventory().missing
    guard !missing.isEmpty else { return 0 }
    let transfer = try Transfer(agent: agent)
    let staging = try self.staging()
    defer { staging.removeUnlessUsed() }
    let total = missing.reduce(0) { $0 + $1.size }
    var (done, fresh) = (0, 0)
    for file in missing {
      let place = try staging.place(of: file)
      if !FileDigest.matches(file, at: place) {
        let part = try PartFile("\(place).part")
        let (before, earlier) = (part.count, (done: done, fresh: fresh))
        let watch = FileReceiver.Watch(goesOn: goesOn) { count in
          let came = earlier.fresh + max(count - before, 0)
          report(Progress(received: earlier.done + count, total: total, fresh: came))
        }
        let download = FileDownload(file: file, part: part, transfer: transfer, patience: patience, watch: watch)
        do throws(DownloadError) {
          try download.run()
        } catch .interrupted(let received) {
          throw .interrupted(received: done + received)
        }
        try StagingFolder.move(part.path, to: place)
        fresh += max(file.size - before, 0)
      }
      done += file.size
      guard goesOn() else { throw .interrupted(received: done) }
    }
    try settle(missing, from: staging)
    return fresh
  }

  private func staging() throws(DownloadError) -> StagingFolder {
    let name = ".\(collection.name).fetch"
    if !collection.isWhole { try StagingFolder.makeFolders(folder) }
    let isThere = access(folder, F_OK) == 0
    return try StagingFolder("\(isThere ? folder : (folder as NSString).deletingLastPathComponent)/\(name)")
  }

  /// Gives the files their places: at once where the folder is new, else one by one.
  private func settle(_ files: [DownloadFile], from staging: StagingFolder) throws(DownloadError) {
    if access(folder, F_OK) != 0 {
      try clear(staging)
      return try StagingFolder.move(staging.folder, to: folder)
    }
    for file in files {
      let place = "\(folder)/\(file.path)"
      try StagingFolder.makeFolders((place as NSString).deletingLastPathComponent)
      // Somebody may have put another file there meanwhile: it stays, and the next download tells of it.
      guard !StagingFolder.isTaken(place) else { continue }
      try StagingFolder.move("\(staging.folder)/\(file.path)", to: place)
    }
    staging.remove()
  }

  /// Takes away what is in the hidden folder besides the files, such as parts an earlier version has left.
  private func clear(_ staging: StagingFolder) throws(DownloadError) {
    let wanted = Set(collection.files.map(\.path))
    guard let all = FileManager.default.enumerator(atPath: staging.folder) else { return }
    for case let path as String in all where !wanted.contains(path) {
      let url = "\(staging.folder)/\(path)"
      var status = stat()
      guard lstat(url, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { continue }
      unlink(url)
    }
  }
}
