import ExperimentSupport
import Foundation
import Networks
import Pictures
import Synchronization
import Tensors
import Testing

@testable import Commands
@testable import Experiments

struct FeatureCacheTests {
  private func extractor(_ layer: String = "pool1", seed: UInt64 = 1) throws -> Extractor {
    try Extractor.cut(TinyNetwork(seed: seed).definition, after: layer, source: "tiny")
  }

  private func photos(_ notebook: Notebook) throws -> [Photo] {
    try #require(notebook.dataset("pets")).splits.flatMap(\.photos)
  }

  @Test func `features are those the network makes of the resized photo`() throws {
    let notebook = try Notebook(pets: "Pets")
    let photos = try photos(notebook)
    let features = try FeatureCache().features(of: photos, through: extractor()).tensor
    #expect(features.shape == [10, 16])
    let network = try Network(extractor().definition)
    for (index, photo) in photos.enumerated() {
      let picture = try Picture(contentsOf: photo.url).resized(width: 16, height: 16)
      let alone = try network.forward(images: [PixelBuffer(width: 16, height: 16, bytes: picture.pixels)])
      #expect(try Array(features.row(index)) == #require(alone["pool1_out"]).values)
    }
  }

  @Test func `each photo is run once for each extractor and variant`() throws {
    let notebook = try Notebook(pets: "Pets")
    let photos = try photos(notebook)
    let featureCache = FeatureCache()
    func account(_ photos: [Photo], _ variant: PhotoVariant = .original, by extractor: Extractor) throws -> [Int] {
      let account = try featureCache.features(of: photos, variant: variant, through: extractor).account
      return [account.computed, account.known]
    }
    #expect(try account(Array(photos.prefix(3)), by: extractor()) == [3, 0])
    #expect(try account(photos, by: extractor()) == [7, 3])
    #expect(try account(photos, PhotoVariant(flippedHorizontally: true), by: extractor()) == [10, 0])
    #expect(try account(photos, by: extractor("conv1")) == [10, 0])
    #expect(try account(photos, by: extractor(seed: 2)) == [10, 0])
    #expect(try account(photos, by: extractor()) == [0, 10])
    #expect(try account([photos[0], photos[0]], by: extractor("relu1")) == [1, 0])
  }

  @Test func `an extractor that only flattens in the end shares another's features`() throws {
    let notebook = try Notebook(pets: "Pets")
    let photos = try photos(notebook)
    let featureCache = FeatureCache()
    let plain = try extractor()
    var longer = plain.definition
    longer.layers.append(
      LayerDefinition(name: "flat", inputs: longer.outputs, outputs: ["row"], kind: .flatten(.channelFirst)))
    longer.layers.append(
      LayerDefinition(name: "some", inputs: ["row"], outputs: ["kept"], kind: .dropout(probability: 0.5)))
    longer.outputs = ["kept"]
    let other = Extractor(longer, source: "tiny", layer: "some")
    let features = try featureCache.features(of: photos, through: plain).tensor
    #expect(
      try featureCache.features(of: photos, through: other).account == FeatureCache.Account(computed: 0, known: 10))
    #expect(try featureCache.features(of: photos, through: other).tensor == features)
    let pixels = [PixelBuffer(width: 16, height: 16, bytes: [UInt8](repeating: 9, count: 768))]
    #expect(try featureCache.run(pixels, through: other) == featureCache.run(pixels, through: plain))
    #expect(try featureCache.run(pixels, through: plain)[0].count == 16)
  }

  @Test func `nothing is asked of nobody`() throws {
    let features = try FeatureCache().features(of: [], through: extractor())
    #expect(features.tensor.shape == [0, 0])
    #expect(features.account == FeatureCache.Account())
  }

  @Test func `a photo that changed on disk is another photo`() throws {
    let notebook = try Notebook(pets: "Pets")
    let featureCache = FeatureCache()
    _ = try featureCache.features(of: photos(notebook), through: extractor())
    try notebook.photo("Pets/train/cat/0.jpg", red: 255, side: 40)
    notebook.run("dataset pets path=\"Pets\"")
    #expect(try featureCache.features(of: photos(notebook), through: extractor()).account.computed == 1)
  }

  @Test func `progress is told before every eight photos, and may stop the work`() throws {
    let notebook = try Notebook(pets: "Pets")
    let photos = try photos(notebook)
    let featureCache = FeatureCache()
    var told: [[Int]] = []
    #expect(throws: Interruption.self) {
      _ = try featureCache.features(of: photos, through: extractor()) { done, count in
        told.append([done, count])
        return done == 0
      }
    }
    #expect(told == [[0, 10], [8, 10]])
    #expect(
      try featureCache.features(of: photos, through: extractor()).account == FeatureCache.Account(computed: 2, known: 8)
    )
  }

  @Test(arguments: [1, 2, 5, 20]) func `a run can be stopped between photos and between layers, and does no harm`(
    questions: Int
  ) throws {
    let notebook = try Notebook(pets: "Pets")
    let photos = try photos(notebook)
    let expected = try FeatureCache().features(of: photos, through: extractor()).tensor
    let featureCache = FeatureCache()
    let asked = Asked()
    featureCache.photos.goesOn = {
      asked.count.withLock { count in
        count += 1
        return count < questions
      }
    }
    #expect(throws: Interruption.self) { _ = try featureCache.features(of: photos, through: extractor()) }
    featureCache.photos.goesOn = { true }
    #expect(try featureCache.features(of: photos, through: extractor()).tensor == expected)
  }

  private final class Asked: Sendable { let count = Mutex(0) }

  @Test func `a large photo is not waited for once it is not wanted`() throws {
    let notebook = try Notebook(data: nil)
    let noise = (0..<400 * 400 * 3).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* 2_654_435_761) >> 16) }
    let url = notebook.folder.appending(path: "large.png")
    try Picture(width: 400, height: 400, pixels: noise).pngData().write(to: url)
    let photo = Photo(url: url, label: "a", stamp: PhotoFolder.stamp(url))
    #expect(photo.stamp.size > 64 << 10)
    #expect(throws: Interruption.self) { _ = try Photo.reduced(photo, enough: 16) { false } }
    #expect(try Photo.reduced(photo, enough: 16).width == 400)
  }

  @Test func `variants turn the pixels`() {
    let buffer = PixelBuffer(width: 2, height: 2, bytes: (0..<12).map { UInt8($0) })
    #expect(PhotoVariant.original.apply(to: buffer).bytes == buffer.bytes)
    #expect(
      PhotoVariant(flippedHorizontally: true).apply(to: buffer).bytes == [3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8])
    #expect(PhotoVariant(flippedVertically: true).apply(to: buffer).bytes == [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5])
    let both = PhotoVariant(flippedHorizontally: true, flippedVertically: true)
    #expect(both.apply(to: buffer).bytes == [9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2])
  }
}
