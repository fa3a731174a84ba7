import Foundation

/// Reads a whole file of bounded size. Folders, pipes and devices are refused before a read could block.
func readFile(at path: String, atMost limit: Int) throws(PictureError.Problem) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(code: errno) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
  guard status.st_size <= limit else { throw .tooManyBytes(Int(status.st_size), limit: limit) }
  return try readAll(of: descriptor, expecting: Int(status.st_size))
}

/// Reads until `size` bytes have come or the file ends, whichever is first: a file that grows meanwhile is cut there.
private func readAll(of descriptor: Int32, expecting size: Int) throws(PictureError.Problem) -> [UInt8] {
  var failure: Int32 = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = 0
    while count < size, let start = buffer.baseAddress {
      let received = read(descriptor, start + count, size - count)
      if received > 0 {
        count += received
      } else if received == 0 {
        break
      } else if errno != EINTR {
        failure = errno
        break
      }
    }
  }
  guard failure == 0 else { throw .unreadable(code: failure) }
  return bytes
}
