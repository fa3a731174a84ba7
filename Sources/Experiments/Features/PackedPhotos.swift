import Networks
import Pictures
import Tensors
import Training

/// Photos that are varied anew in every epoch, as their bases and not as files: what a process learns from that does not see the
/// files. It shows the bits that `StreamedPhotos` shows.
struct PackedPhotos: SampleSource {
  /// The name of the tensor they are fed to, and the shape of one sample there.
  let input: String, shape: [Int]
  /// The pixels of all bases, photo by photo.
  let bases: [UInt8]
  /// The output of each photo's class.
  let targets: [Int]
  /// The frozen layers.
  let extractor: Extractor
  /// What becomes of each photo in each epoch.
  let variation: PhotoVariation
  /// Where the machines are.
  let featureCache = FeatureCache()

  /// How many samples there are.
  var sampleCount: Int { targets.count }

  /// - Throws: `ModelError.noImageInput`, `ModelError.network`.
  func samples(at places: [Int], epoch: Int) throws -> Samples {
    let image = try extractor.image()
    let (wide, high) = variation.baseSize(width: image.width, height: image.height)
    let (bases, variation) = (bases, variation)
    let pixels = Parallel.map(places.count) { index in
      let start = places[index] * wide * high * 3
      let base = Picture(width: wide, height: high, pixels: Array(bases[start..<start + wide * high * 3]))
      let picture = variation.picture(
        ofBase: base, width: image.width, height: image.height, epoch: epoch, place: places[index])
      return PixelBuffer(width: picture.width, height: picture.height, bytes: picture.pixels)
    }
    let rows = try featureCache.run(pixels, through: extractor)
    let tensor = Tensor(shape: [places.count] + shape, values: rows.flatMap { $0 })
    return Samples(inputs: .tensors([input: tensor]), targets: .classes(places.map { targets[$0] }))
  }
}

extension StreamedPhotos {
  /// The pixels of the bases of all photos, photo by photo.
  ///
  /// - Throws: `SourceError.photo` for one that cannot be read any more, `Interruption`.
  func packedBases() throws -> [UInt8] {
    let image = try extractor.image()
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: photos.count, by: 64) {
      let asked = extractor.seen(Array(photos[start..<min(start + 64, photos.count)]))
      let copies = try featureCache.photos.copies(asked, for: image)
      let variation = variation
      let bases = Parallel.map(asked.count) { index in
        variation.base(
          of: copies[index], width: image.width, height: image.height, scaling: asked[index].scaling)
      }
      for base in bases { bytes += base.pixels }
    }
    return bytes
  }
}
