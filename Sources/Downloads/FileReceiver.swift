/// Takes a server's answer into a part file, as far as it is what was asked for.
final class FileReceiver: Transfer.Receiver {
  /// Why an answer is not wanted.
  enum Problem: Equatable {
    /// Not a success.
    case status(Int)
    /// A file of another size, as announced or as it came.
    case otherSize(announced: Int?)
    /// The rest was asked for, and something else is sent.
    case otherRange
    /// The disk does not take it.
    case disk(DownloadError)
  }

  private let part: PartFile
  private let size: Int
  private let start: Int
  private let watch: Watch
  /// What is wrong with the answer.
  private(set) var problem: Problem?

  /// What goes on around a download.
  struct Watch {
    /// Whether to go on.
    let goesOn: () -> Bool
    /// Told how many bytes of the file are there.
    let report: (Int) -> Void
  }

  /// Takes what comes into a part file, from its end.
  init(_ part: PartFile, size: Int, watch: Watch) {
    self.part = part
    self.size = size
    self.watch = watch
    start = part.count
  }

  func begin(_ response: Transfer.Response) -> Bool {
    switch response.status {
    case 200: break
    case 206 where start > 0 && response.firstByte == start: break
    case 206 where start > 0, 416 where start > 0: return decline(.otherRange)
    default: return decline(.status(response.status))
    }
    let first = response.status == 206 ? start : 0
    if let length = response.length, first + length != size { return decline(.otherSize(announced: first + length)) }
    guard first != part.count else { return true }
    do throws(DownloadError) { try part.empty() } catch { return decline(.disk(error)) }
    return true
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard part.count + bytes.count <= size else { return decline(.otherSize(announced: nil)) }
    do throws(DownloadError) { try part.append(bytes) } catch { return decline(.disk(error)) }
    return true
  }

  func goesOn() -> Bool {
    watch.report(part.count)
    return watch.goesOn()
  }

  private func decline(_ problem: Problem) -> Bool {
    self.problem = problem
    return false
  }
}
