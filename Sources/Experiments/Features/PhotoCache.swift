public import Networks
public import Pictures
import Training

/// Photos at the size networks read them, each decoded once for as long as there is room: to decode a telephone's photo
/// takes longer than a network's look at it. New ones are decoded on all processors.
///
/// Used by one thread at a time.
public final class PhotoCache {
  /// How a photo is wanted.
  private enum Form: Hashable {
    /// Brought to these sides, in the photo's own way.
    case resized(width: Int, height: Int)
    /// In its own proportions, the shorter side with so many pixels where it has more.
    case copy(shorterSide: Int)
  }

  private struct Key: Hashable {
    let photo: Photo
    let form: Form
  }

  private var pictures: RecentValues<Key, Picture>

  /// Asked while photos are decoded whether to go on; whoever runs statements sets it for each.
  public var goesOn: @Sendable () -> Bool = { true }

  /// The most bytes of pixels that are kept.
  public var capacity: Int {
    get { pictures.capacity }
    set { pictures.capacity = newValue }
  }

  /// An empty cache.
  public init(capacity: Int = 192 << 20) {
    pictures = RecentValues(capacity: capacity) { $0.pixels.count }
  }

  /// Photos as a network reads them, in their order.
  ///
  /// A photo at least four times as large as wanted is decoded at a half, a quarter or an eighth of its size, which
  /// keeps twice as many pixels as are wanted along each side.
  ///
  /// - Throws: `SourceError.photo` for the first that cannot be read; `Interruption`.
  public func resized(_ photos: [Photo], width: Int, height: Int) throws -> [PixelBuffer] {
    try all(photos, .resized(width: width, height: height)) { photo, goesOn in
      try Photo.reduced(photo, enough: 2 * max(width, height), while: goesOn).picture
        .resized(width: width, height: height, photo.scaling)
    }.map { PixelBuffer(width: $0.width, height: $0.height, bytes: $0.pixels) }
  }

  /// Photos to be varied before a network of this size reads them: whole, in their own proportions, and with at most
  /// twice as many pixels along the shorter side.
  ///
  /// - Throws: `SourceError.photo` for the first that cannot be read; `Interruption`.
  public func copies(
    _ photos: [Photo], for image: (name: String, width: Int, height: Int)
  ) throws -> [Picture] {
    let enough = 2 * max(image.width, image.height)
    return try all(photos, .copy(shorterSide: enough)) { photo, goesOn in
      try Photo.reduced(photo, enough: enough, while: goesOn).picture.scaled(smallestSide: enough)
    }
  }

  private func all(
    _ photos: [Photo], _ form: Form, _ make: @Sendable (Photo, @Sendable () -> Bool) throws -> Picture
  ) throws -> [Picture] {
    var known: [Photo: Picture] = [:]
    var missing: [Photo] = []
    for photo in photos where known[photo] == nil && !missing.contains(photo) {
      if let picture = pictures.value(of: Key(photo: photo, form: form)) {
        known[photo] = picture
      } else {
        missing.append(photo)
      }
    }
    let (wanted, goesOn) = (missing, goesOn)
    let made = Parallel.map(wanted.count) { place in Result { try make(wanted[place], goesOn) } }
    for (photo, result) in zip(missing, made) {
      let picture = try result.get()
      known[photo] = picture
      pictures.keep(picture, as: Key(photo: photo, form: form))
    }
    return photos.compactMap { known[$0] }
  }
}

extension Photo {
  /// The photo, decoded at no more of its size than is needed for so many pixels along the shorter side.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - enough: How many pixels the shorter side must keep.
  ///   - goesOn: Asked whether to go on, of a large photo also while it is decoded.
  /// - Returns: The picture, and the sides of the whole.
  /// - Throws: `SourceError.photo` where it cannot be read; `Interruption`.
  public static func reduced(
    _ photo: Photo, enough: Int, while goesOn: @Sendable () -> Bool = { true }
  ) throws -> ReducedPicture {
    switch try decoded(photo, enough: enough, while: goesOn) {
    case .success(let picture): return picture
    case .failure(let error): throw ExperimentError.source(.photo(name: photo.shortName, error))
    }
  }
}
