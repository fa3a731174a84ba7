/// Brings one file here: from where it was left, from the next address where one fails, and only as what it must be.
struct FileDownload {
  let file: DownloadFile
  let part: PartFile
  let transfer: Transfer
  /// For how many seconds nothing may come.
  let patience: Int
  let watch: FileReceiver.Watch

  /// How often one address is asked again for the rest, when every time something came.
  private static let mostTries = 5

  /// Downloads it into its part file, and checks its digest.
  ///
  /// - Throws: `DownloadError`, that of the last address where all failed.
  func run() throws(DownloadError) {
    var last: DownloadError?
    for address in file.sources {
      do throws(DownloadError) {
        return try download(from: address)
      } catch {
        guard error.isOfOneServer else { throw error }
        last = error
      }
    }
    throw last ?? .transfer(address: "", reason: "no address")
  }

  private func download(from address: String) throws(DownloadError) {
    var mayBegin = true
    for remaining in stride(from: Self.mostTries, through: 1, by: -1) {
      let before = part.count
      do throws(DownloadError) {
        if part.count != file.size { try attempt(address) }
        guard try part.finish() != file.digest else { return }
        try part.empty()
        throw .otherContent(address: address)
      } catch .otherContent where before > 0 && mayBegin {
        // What was there may have been the beginning of another file.
        mayBegin = false
      } catch {
        let hasCome = part.count > before && error.isOfOneMoment
        guard hasCome, remaining > 1 else { throw error }
      }
    }
  }

  /// Asks once for what is missing.
  private func attempt(_ address: String) throws(DownloadError) {
    if part.count > file.size { try part.empty() }
    for mayBeginAgain in [part.count > 0, false] {
      let receiver = FileReceiver(part, size: file.size, watch: watch)
      let outcome = transfer.run(address, from: part.count, patience: patience, to: receiver)
      watch.report(part.count)
      if receiver.problem == .otherRange, mayBeginAgain {
        try part.empty()
        continue
      }
      if let error = error(outcome, receiver.problem, address) { throw error }
      guard part.count == file.size else {
        throw .cutShort(address: address, received: part.count, size: file.size)
      }
      return
    }
  }

  private func error(
    _ outcome: Transfer.Outcome, _ problem: FileReceiver.Problem?, _ address: String
  ) -> DownloadError? {
    switch problem {
    case .status(let code): return .status(address: address, code: code)
    case .otherSize(let announced): return .otherSize(address: address, announced: announced, size: file.size)
    case .otherRange: return .transfer(address: address, reason: "a part was sent that was not asked for")
    case .disk(let error): return error
    case nil: break
    }
    switch outcome {
    case .done, .declined: return nil
    case .interrupted: return .interrupted(received: part.count)
    case .stalled: return .stalled(address: address, seconds: patience)
    case .failed(let code, let words):
      return Transfer.Outcome.error(
        code: code, words: words, address: address, received: part.count, size: file.size)
    }
  }
}

extension DownloadError {
  /// Whether another server may do better.
  fileprivate var isOfOneServer: Bool {
    switch self {
    case .noLibrary, .busy, .cannotWrite, .interrupted: false
    default: true
    }
  }

  /// Whether the same server may do better when it is asked again.
  fileprivate var isOfOneMoment: Bool {
    switch self {
    case .stalled, .cutShort, .transfer: true
    default: false
    }
  }
}
