public import Foundation

extension Picture {
  /// Reads a picture's file: JPEG, PNG, HEIC, AVIF, WebP, TIFF, GIF or BMP. The content decides which it is, not the name.
  ///
  /// - Throws: a `PictureError` that names the file, when it cannot be read, is no picture, ends early, is damaged,
  ///   would be larger than the limits allow, or needs a library that is not installed.
  public init(contentsOf url: URL, limits: Limits = .standard) throws(PictureError) {
    do throws(PictureError.Problem) {
      try self.init(bytes: try readFile(at: url.path, atMost: limits.fileBytes), limits: limits)
    } catch {
      throw PictureError(file: url.path, problem: error)
    }
  }

  /// Reads the bytes of a picture's file.
  ///
  /// - Throws: what is wrong with the bytes.
  public init(bytes: [UInt8], limits: Limits = .standard) throws(PictureError.Problem) {
    guard !bytes.isEmpty else { throw .empty }
    switch FileContent(sniffing: bytes) {
    case .jpeg: self = try decodeJPEG(bytes, limits: limits).picture
    case .png: self = try decodePNG(bytes, limits: limits)
    case .heic: self = try decodeHEIF(bytes, .heic, limits: limits)
    case .avif: self = try decodeHEIF(bytes, .avif, limits: limits)
    case .webP: self = try decodeWebP(bytes, limits: limits)
    case .tiff: self = try decodeTIFF(bytes, limits: limits)
    case .gif: self = try decodeGIF(bytes, limits: limits)
    case .bmp: self = try decodeBMP(bytes, limits: limits)
    case let other: throw .notAPicture(other)
    }
  }
}
