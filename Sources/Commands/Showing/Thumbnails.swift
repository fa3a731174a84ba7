import Figures
import Pictures
import Tensors

/// Small copies of photos, carried inside a page.
enum Thumbnails {
  /// The longest side of a copy, in pixels: twice what is shown, for fine screens.
  static let longestSide = 112

  /// The `data:` address of a small copy; nil where the encoder refuses.
  static func address(of picture: Picture) -> String? {
    try? picture.jpegDataURI(longestSide: longestSide, quality: 0.75)
  }

  /// A small picture of a sample: a copy of a photo, or the numbers of a table's sample as shades of grey or colours; a
  /// blank where they are no picture.
  static func cell(of selection: Selection, _ index: Int, width: Int = 44) -> Table.Cell {
    switch selection {
    case .photos(let selection): return cell(of: selection.photos[index], width: width)
    case .table(let selection):
      guard let picture = picture(of: selection.tensor([index])), let address = try? picture.pngDataURI() else {
        return ""
      }
      return .picture(Thumbnail(source: address, description: "", width: 28))
    }
  }

  /// The picture of one sample, [1, C, H, W] or [1, H, W], between 0 and 1 or stretched to it; nil for other shapes.
  static func picture(of sample: Tensor) -> Picture? {
    let shape = sample.shape.count == 3 ? [1, 1] + sample.shape.dropFirst() : sample.shape
    guard shape.count == 4, shape[1] == 1 || shape[1] == 3, shape[2] * shape[3] > 1 else { return nil }
    let top = max(1, sample.values.max() ?? 1)
    let plane = shape[2] * shape[3]
    let pixels = (0..<plane).flatMap { place in
      (0..<3).map { channel in
        let value = sample.values[(shape[1] == 3 ? channel * plane : 0) + place] / top
        return UInt8(shade: value)
      }
    }
    return Picture(width: shape[3], height: shape[2], pixels: pixels)
  }

  /// A small copy of a photo for a table that names the photo beside it; its name alone where it cannot be read.
  static func cell(of photo: Photo, width: Int = 44) -> Table.Cell {
    guard let picture = try? Photo.picture(photo), let address = address(of: picture) else {
      return .text(photo.shortName)
    }
    return .picture(Thumbnail(source: address, description: "", width: width))
  }
}

extension UInt8 {
  /// The shade of a number between 0 and 1, those beyond at the ends; black for what is no number.
  init(shade value: Float) { self.init(value.isNaN ? 0 : Swift.min(Swift.max(value, 0), 1) * 255) }
}
