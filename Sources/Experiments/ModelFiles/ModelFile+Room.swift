import ModelFile
import Networks

extension ModelFile {
  /// Sees to it that there is memory for what becomes of it before any of that is made.
  ///
  /// Measured on a network of 108 MB, whose opening holds four times that at its height, and asks for more address space: the
  /// numbers are unpacked, and a network packs them anew. Numbers of few bits take far more than their file.
  ///
  /// - Throws: `NetworkError.tooLarge`.
  func checkRoom() throws(NetworkError) {
    try MemoryLimit.checkAvailable(2 * storage.byteCount + 4 * UnpackedSize(of: self).byteCount)
  }
}
