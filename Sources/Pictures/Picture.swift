import SystemMemory

/// A picture in memory: 8-bit sRGB, without transparency, the right way up.
///
/// Whatever a file holds (grey, palette, 16 bits, CMYK, transparency, EXIF orientation) has become this by the time
/// there is a `Picture`: transparent pixels are laid over white, 16-bit samples rounded to 8, CMYK converted by
/// complement, colours of other profiles converted to sRGB, and the orientation applied.
public struct Picture: Sendable, Equatable {
  /// Pixels from left to right; at least 1.
  public let width: Int

  /// Pixels from top to bottom; at least 1.
  public let height: Int

  /// Red, green and blue of each pixel, row by row from the top: axes [height, width, 3].
  public let pixels: [UInt8]

  /// Makes a picture of the given pixels.
  ///
  /// Precondition: both sides are at least 1 and there are three bytes for each pixel.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture of \(width)×\(height) pixels does not exist")
    precondition(pixels.count == width * height * 3, "\(pixels.count) bytes do not fill \(width)×\(height) pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Makes a picture of one colour.
  public init(width: Int, height: Int, red: UInt8, green: UInt8, blue: UInt8) {
    precondition(width > 0 && height > 0, "a picture of \(width)×\(height) pixels does not exist")
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
      for pixel in 0..<width * height {
        buffer[pixel * 3] = red
        buffer[pixel * 3 + 1] = green
        buffer[pixel * 3 + 2] = blue
      }
      count = width * height * 3
    }
    self.init(width: width, height: height, pixels: bytes)
  }
}

extension Picture {
  /// How large a file and its picture may be. Both are checked before anything is decoded, so that a small file that
  /// claims to hold a huge picture costs nothing.
  public struct Limits: Sendable, Equatable {
    /// The most bytes a file may have.
    public var fileBytes: Int
    /// The most pixels a picture may have, width times height.
    public var pixels: Int

    /// Sets the limits.
    public init(fileBytes: Int, pixels: Int) {
      self.fileBytes = fileBytes
      self.pixels = pixels
    }

    /// 128 MiB and 50 million pixels: every telephone's photo fits, and no decoding takes more than 600 MB.
    public static let standard = Limits(fileBytes: 128 << 20, pixels: 50_000_000)

    /// How much memory decoding takes at most. libheif and libwebp hold the picture in their own form, too.
    private static func bytesPerPixel(_ content: FileContent) -> Int {
      switch content {
      case .heic, .avif: 20
      case .webP, .tiff: 12
      default: 7
      }
    }
    /// So many pixels are decoded without a look at the memory that is left.
    static let pixelsNotWorthAsking = 250_000

    /// Checks a picture's sides as a file states them.
    func check(_ content: FileContent, width: Int, height: Int) throws(PictureError.Problem) {
      let (count, overflow) = width.multipliedReportingOverflow(by: height)
      guard !overflow, count <= pixels else {
        throw .tooManyPixels(content, width: width, height: height, limit: pixels)
      }
      // An allocation that fails ends the process, so it is not tried.
      guard count > Self.pixelsNotWorthAsking, let left = AddressSpace.left else { return }
      let most = left / Self.bytesPerPixel(content) / 2
      if count > most { throw .tooManyPixels(content, width: width, height: height, limit: most) }
    }
  }
}
