import Pictures

extension Photo {
  /// A file of fewer bytes than these is decoded before anybody could ask to stop.
  private static let small = 64 << 10

  /// The photo, decoded at no more of its size than is needed, or what is wrong with its file.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - enough: How many pixels the shorter side must keep.
  ///   - goesOn: Asked whether to go on, of a large photo also while it is decoded.
  /// - Returns: The picture, or the error.
  /// - Throws: `Interruption`.
  static func decoded(
    _ photo: Photo, enough: Int, while goesOn: @Sendable () -> Bool
  ) throws(Interruption) -> Result<ReducedPicture, PictureError> {
    let url = photo.url
    let decode: @Sendable () -> Result<ReducedPicture, PictureError> = {
      Result { () throws(PictureError) in try ReducedPicture(contentsOf: url, enough: enough) }
    }
    guard photo.stamp.size >= small else {
      guard goesOn() else { throw .dropped }
      return decode()
    }
    guard let result = Abandonable.run(while: goesOn, decode) else {
      throw .dropped
    }
    return result
  }
}
