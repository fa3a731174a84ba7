internal import Files
import Foundation

/// Reads a whole file of bounded size. Folders, pipes and devices are refused before a read could block.
func readFile(at path: String, atMost limit: Int) throws(PictureError.Problem) -> [UInt8] {
  do throws(FileReadError) {
    return try RegularFile(path: path).bytes(atMost: limit)
  } catch {
    switch error {
    case .unreadable(_, ENOENT), .unreadable(_, ENOTDIR): throw .missing
    case .unreadable(_, let code): throw .unreadable(code: code)
    case .notRegular(_, let kind): throw .notRegular(kind)
    case .tooLarge(_, let bytes, let limit): throw .tooManyBytes(bytes, limit: limit)
    }
  }
}
