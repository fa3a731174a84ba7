public import Files

/// Why a picture could not be read or written: facts, without sentences.
public struct PictureError: Error, Sendable, Equatable {
  /// The path of the file.
  public let file: String
  /// What is the matter with it.
  public let problem: Problem

  /// States a problem with a file.
  public init(file: String, problem: Problem) {
    self.file = file
    self.problem = problem
  }

  /// What can be the matter with a file or its bytes.
  public enum Problem: Error, Sendable, Equatable {
    /// There is no file at that path.
    case missing
    /// A folder, a pipe or a device rather than a file.
    case notRegular(FileKind)
    /// The system refuses to open or read it; `code` is its `errno`.
    case unreadable(code: Int32)
    /// A file without bytes.
    case empty
    /// The file has more bytes than the limit.
    case tooManyBytes(Int, limit: Int)
    /// The file holds something else than a picture that is read.
    case notAPicture(FileContent)
    /// The file breaks off: it ends after this many bytes, and its picture is not complete.
    case ends(FileContent, afterBytes: Int)
    /// All bytes seem to be there, but they contradict each other. `detail` are the decoder's own words.
    case damaged(FileContent, bytes: Int, detail: String)
    /// The C library that decodes such pictures is not installed; `file` is its name.
    case noLibrary(FileContent, file: String)
    /// The library is there, but not its decoder for such pictures, which is a package of its own.
    case noDecoder(FileContent, file: String)
    /// A kind of such pictures that is not read; `feature` names what sets it apart.
    case unsupported(FileContent, feature: String)
    /// The picture has more pixels than the limit. Nothing was decoded.
    case tooManyPixels(FileContent, width: Int, height: Int, limit: Int)
    /// A picture with these sides cannot be written in that format. `detail` are the encoder's own words.
    case notEncodable(FileContent, width: Int, height: Int, detail: String)
  }
}
