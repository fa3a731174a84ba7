public import Experiments
public import Figures
public import Pictures
import Synchronization
public import Tensors
import Training

/// Small copies of photos, carried inside a page.
public enum Thumbnails {
  /// The longest side of a copy, in pixels: twice what is shown, for fine screens.
  static let longestSide = 112

  /// The `data:` address of a small copy; nil where the encoder refuses.
  public static func address(of picture: Picture) -> String? {
    try? picture.jpegDataURI(longestSide: longestSide, quality: 0.75)
  }

  /// A small picture of a sample: a copy of a photo, or the numbers of a table's sample as shades of grey or colours; a
  /// blank where they are no picture.
  public static func cell(of selection: Selection, _ index: Int, width: Int = 44) -> Table.Cell {
    switch selection {
    case .photos(let selection):
      let photo = selection.photos[index]
      return cell(of: photo, width: width, as: selection.reference(of: photo))
    case .table(let selection):
      guard let sample = try? selection.tensor([index]), let picture = picture(of: sample),
        let address = try? picture.pngDataURI()
      else {
        return ""
      }
      return .picture(Thumbnail(source: address, description: "", width: 28))
    }
  }

  /// The picture of one sample, [1, C, H, W] or [1, H, W], between 0 and 1 or stretched to it; nil for other shapes.
  public static func picture(of sample: Tensor) -> Picture? {
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
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - width: How wide it is shown, in pixels.
  ///   - reference: Which photo of a dataset it is, where pages may touch it.
  /// - Returns: A picture, or the photo's name.
  public static func cell(of photo: Photo, width: Int = 44, as reference: PhotoReference? = nil) -> Table.Cell {
    guard let address = try? copy(of: photo).address else { return .text(photo.shortName) }
    return .picture(Thumbnail(source: address, description: "", width: width, photo: reference))
  }

  /// A small copy of a photo.
  public struct Copy: Sendable {
    /// Its `data:` address; nil where the encoder refuses.
    public let address: String?
    /// The sides of the photo itself, in pixels.
    public let width: Int, height: Int
  }

  /// A small copy of a photo, made once.
  ///
  /// - Throws: `SourceError.photo` where the photo cannot be read; `Interruption`.
  public static func copy(of photo: Photo, while goesOn: @Sendable () -> Bool = { true }) throws -> Copy {
    if let known = copies.withLock({ $0.value(of: photo) }) { return known }
    let reduced = try Photo.reduced(photo, enough: longestSide * 2, while: goesOn)
    let copy = Copy(address: address(of: reduced.picture), width: reduced.width, height: reduced.height)
    copies.withLock { $0.keep(copy, as: photo) }
    return copy
  }

  /// Makes small copies on all processors, before they are asked for one by one.
  public static func prepare(_ photos: [Photo], while goesOn: @Sendable () -> Bool = { true }) {
    _ = Parallel.map(photos.count) { place in (try? copy(of: photos[place], while: goesOn)) != nil }
  }

  /// Prepares the pictures of samples that a table will show.
  public static func prepare(_ places: some Sequence<Int>, of selection: Selection) {
    if case .photos(let selection) = selection { prepare(places.map { selection.photos[$0] }) }
  }

  /// What a file of a name, a length and a time of change looks like does not depend on who asks.
  private static let copies = Mutex(RecentValues<Photo, Copy>(capacity: 32 << 20) { $0.address?.utf8.count ?? 0 })
}

extension UInt8 {
  /// The shade of a number between 0 and 1, those beyond at the ends; black for what is no number.
  public init(shade value: Float) { self.init(value.isNaN ? 0 : Swift.min(Swift.max(value, 0), 1) * 255) }
}

extension Thumbnails {
  /// A small picture of a training sample that speaks for an answer.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - noun: What a sample is, where it cannot be shown: `photo`.
  /// - Returns: The picture, or its description alone.
  static func thumbnail(of sample: NearSample, noun: String) -> Thumbnail {
    switch sample.origin {
    case .sample(let place, let selection): return thumbnail(of: selection, place)
    case .photo(let photo):
      guard case .picture(var thumbnail) = cell(of: photo, width: 40).content else { break }
      thumbnail.description = photo.shortName
      return thumbnail
    case .unknown: break
    }
    return Thumbnail(source: "", description: "a \(noun) of \(sample.label)", width: 40)
  }

  /// A small picture of a sample.
  public static func thumbnail(of selection: Selection, _ place: Int) -> Thumbnail {
    guard case .picture(var thumbnail) = Thumbnails.cell(of: selection, place, width: 40).content else {
      return Thumbnail(source: "", description: selection.sampleName(place), width: 40)
    }
    thumbnail.description = selection.sampleName(place)
    return thumbnail
  }
}
