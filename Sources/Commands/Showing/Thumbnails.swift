import Figures
import Pictures

/// Small copies of photos, carried inside a page.
enum Thumbnails {
  /// The longest side of a copy, in pixels: twice what is shown, for fine screens.
  static let longestSide = 112

  /// The `data:` address of a small copy; nil where the encoder refuses.
  static func address(of picture: Picture) -> String? {
    try? picture.jpegDataURI(longestSide: longestSide, quality: 0.75)
  }

  /// A small copy of a photo for a table that names the photo beside it; its name alone where it cannot be read.
  static func cell(of photo: Photo, width: Int = 44) -> Table.Cell {
    guard let picture = try? Photo.picture(photo), let address = address(of: picture) else {
      return .text(photo.shortName)
    }
    return .picture(Thumbnail(source: address, description: "", width: width))
  }
}
