import Foundation

extension Picture {
  /// The picture as a JPEG `data:` address (RFC 2397), for the `src` of an HTML image.
  ///
  /// - Parameters:
  ///   - longestSide: the picture is scaled down to this many pixels first, if it is larger.
  ///   - quality: from 0 to 1, see `jpegData`.
  /// - Returns: the address, beginning with `data:image/jpeg;base64,`.
  /// - Throws: `notEncodable` for a picture that JPEG cannot hold.
  public func jpegDataURI(longestSide: Int, quality: Double = 0.85) throws(PictureError.Problem) -> String {
    "data:image/jpeg;base64,"
      + (try thumbnail(longestSide: longestSide).jpegData(quality: quality)).base64EncodedString()
  }

  /// The picture as a PNG `data:` address, without loss: for small drawings such as digits.
  ///
  /// - Throws: `notEncodable` for a picture that PNG cannot hold.
  public func pngDataURI() throws(PictureError.Problem) -> String {
    "data:image/png;base64," + (try pngData()).base64EncodedString()
  }
}
