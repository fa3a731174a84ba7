import Networks
import Pictures
import Tensors
import Training

/// Photos that go through the frozen layers a mini-batch at a time: where each epoch shows them otherwise, so that their
/// features cannot be kept, and where there are no frozen layers, so that the features would be all the pixels.
struct StreamedPhotos: SampleSource {
  /// The name of the tensor they are fed to, and the shape of one sample there.
  let input: String, shape: [Int]
  /// The photos.
  let photos: [Photo]
  /// The output of each photo's class.
  let targets: [Int]
  /// The frozen layers.
  let extractor: Extractor
  /// What becomes of each photo in each epoch.
  let variation: PhotoVariation
  /// Where the machines are.
  let featureCache: FeatureCache

  /// How many samples there are.
  var sampleCount: Int { targets.count }

  /// - Throws: `SourceError.photo` for one that cannot be read any more.
  func samples(at places: [Int], epoch: Int) throws -> Samples {
    let image = try extractor.image()
    let asked = extractor.seen(places.map { photos[$0] })
    let copies = try featureCache.photos.copies(asked, for: image)
    let variation = variation
    let pixels = Parallel.map(places.count) { index in
      let picture = variation.picture(
        of: copies[index], width: image.width, height: image.height, scaling: asked[index].scaling, epoch: epoch,
        place: places[index])
      return PixelBuffer(width: picture.width, height: picture.height, bytes: picture.pixels)
    }
    let rows = try featureCache.run(pixels, through: extractor)
    let tensor = Tensor(shape: [places.count] + shape, values: rows.flatMap { $0 })
    return Samples(inputs: .tensors([input: tensor]), targets: .classes(places.map { targets[$0] }))
  }
}
