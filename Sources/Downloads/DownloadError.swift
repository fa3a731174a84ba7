/// Why files could not be downloaded. What was received of them so far is kept, except where it is wrong.
public enum DownloadError: Error, Equatable {
  /// There is no libcurl on this machine; the file that was looked for.
  case noLibrary(String)
  /// A server cannot be reached, or a proxy on the way to it; libcurl's words.
  case unreachable(address: String, reason: String)
  /// The server's certificate cannot be checked as the machine has no list of authorities.
  case noCertificates(address: String, reason: String)
  /// A server answered with a status other than success.
  case status(address: String, code: Int)
  /// A server led from place to place without end, or to one that is not HTTP.
  case redirected(address: String, reason: String)
  /// Nothing came for so many seconds.
  case stalled(address: String, seconds: Int)
  /// The connection ended before the file did.
  case cutShort(address: String, received: Int, size: Int)
  /// A server sent more than the file has, or said it would.
  case otherSize(address: String, announced: Int?, size: Int)
  /// What came is another file, by its digest.
  case otherContent(address: String)
  /// Something else went wrong on the way; libcurl's words.
  case transfer(address: String, reason: String)
  /// Another program downloads the same files into the same folder.
  case busy(folder: String)
  /// A file or folder cannot be written; with the system's error number.
  case cannotWrite(path: String, code: Int32)
  /// Somebody asked to stop; how many bytes are kept.
  case interrupted(received: Int)
}
