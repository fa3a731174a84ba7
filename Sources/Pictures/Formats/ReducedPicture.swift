public import Foundation

/// A picture decoded at less than its full size, for a use that needs no more: a telephone's photo of 12 million pixels
/// for a network that reads 227 × 227, or for a thumbnail.
///
/// A JPEG's blocks of 8 × 8 pixels can be decoded as 4 × 4, 2 × 2 or 1, each the mean of what it stands for; that takes a
/// fraction of the time and of the memory. Other formats are decoded whole.
public struct ReducedPicture: Sendable, Equatable {
  /// The picture, upright; its sides are those of the file by 1, 2, 4 or 8.
  public let picture: Picture
  /// The sides of the whole picture, upright, in pixels.
  public let width: Int, height: Int

  init(picture: Picture, width: Int, height: Int) {
    self.picture = picture
    self.width = width
    self.height = height
  }

  /// Reads a picture's file. The content decides which it is, not the name.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - enough: How many pixels each side must keep, where the file has them; 1 or more.
  ///   - limits: How large the file and the whole picture may be.
  /// - Throws: as `Picture.init(contentsOf:limits:)`.
  public init(contentsOf url: URL, enough: Int, limits: Picture.Limits = .standard) throws(PictureError) {
    do throws(PictureError.Problem) {
      let bytes = try readFile(at: url.path, atMost: limits.fileBytes)
      if case .jpeg = FileContent(sniffing: bytes) {
        self = try decodeJPEG(bytes, limits: limits, enough: enough)
      } else {
        let picture = try Picture(bytes: bytes, limits: limits)
        self.init(picture: picture, width: picture.width, height: picture.height)
      }
    } catch {
      throw PictureError(file: url.path, problem: error)
    }
  }

  /// By how much both sides can be divided so that the shorter keeps enough pixels: 1, 2, 4 or 8.
  static func divisor(width: Int, height: Int, enough: Int) -> Int {
    precondition(enough > 0, "a picture of \(enough) pixels does not exist")
    return [8, 4, 2].first { min(width, height) / $0 >= enough } ?? 1
  }
}
