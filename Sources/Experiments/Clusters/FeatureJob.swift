import Clusters
import Foundation
import Pictures
import RunStore
import Tensors

/// Features of photos as the job of a cluster: frozen layers and a list of photos, whose files lie beside it in the job folder.
struct FeatureJob: TaskJob {
  private let format: Int
  private let engine: String
  private let kind: JobKind
  private let pack: ContentHash?
  private let definition: KeptDefinition
  private let source: String, layer: String
  private let isFlippedHorizontally: Bool, isFlippedVertically: Bool
  private let photos: [SentPhoto]
  private let photosPerTask: Int

  /// A photo: its file as it was, by which the worker tells whether it still is.
  private struct SentPhoto: Sendable, Codable {
    let path: String
    let size: Int
    let changed: Double
    let scaling: CropAndScale
  }

  static let format = 1
  /// The most tasks of a job, and the fewest photos of a task: some tenths of a second.
  private static let mostTasks = 2_000, fewestPhotos = 16

  var isSound: Bool { photosPerTask > 0 && !photos.isEmpty }

  var tasks: Int { (photos.count + photosPerTask - 1) / photosPerTask }

  /// The photos of a task, by their places.
  func places(of task: Int) -> Range<Int> {
    task * photosPerTask..<min(photos.count, (task + 1) * photosPerTask)
  }

  /// Describes the features of photos; `keep` takes content, and gives its digest.
  init(_ photos: [Photo], _ variant: PhotoVariant, through extractor: Extractor, keep: (Data) -> ContentHash) {
    var packer = NumberPacker { _ in nil }
    definition = KeptDefinition(extractor.definition, &packer)
    pack = packer.data.isEmpty ? nil : keep(packer.data)
    (format, engine, kind) = (Self.format, Engine.name, .features)
    (source, layer) = (extractor.source, extractor.layer)
    (isFlippedHorizontally, isFlippedVertically) = (variant.flippedHorizontally, variant.flippedVertically)
    self.photos = photos.map {
      SentPhoto(
        path: $0.url.path(percentEncoded: false), size: $0.stamp.size, changed: $0.stamp.changed, scaling: $0.scaling)
    }
    photosPerTask = max(Self.fewestPhotos, (photos.count + Self.mostTasks - 1) / Self.mostTasks)
  }

  /// Puts the photos' files into a job folder. One that cannot be read is left out, which is met when its features are missed.
  ///
  /// - Throws: `ClusterError.folder` where the folder cannot hold them; `Interruption`.
  func fill(_ folder: JobFolder, while goesOn: () -> Bool) throws {
    for (place, photo) in photos.enumerated() {
      guard goesOn() else { throw Interruption.dropped }
      try folder.bring(URL(filePath: photo.path), as: file(of: place))
    }
  }

  private func file(of place: Int) -> String {
    let ending = URL(filePath: photos[place].path).pathExtension
    return "photos/\(String(format: "%08d", place))\(ending.isEmpty ? "" : ".\(ending)")"
  }

  func ready(in folder: JobFolder) throws -> (_ task: Int) throws -> Data {
    var reader = NumberReader(contents: ContentStore(stateFolder: folder.url), pack: pack)
    let extractor = Extractor(try definition.definition(structure: nil, &reader), source: source, layer: layer)
    let variant = PhotoVariant(
      flippedHorizontally: isFlippedHorizontally, flippedVertically: isFlippedVertically)
    let cache = FeatureCache(capacity: 0)
    return { task in
      let photos = places(of: task).map { photo(at: $0, in: folder) }
      let known = photos.compactMap(\.self)
      if let rows = try? cache.features(of: known, variant: variant, through: extractor).tensor {
        return FeatureResult(photos.map { $0 == nil ? nil : true }, rows).data
      }
      // One of them cannot be read: the kernel will meet it, and say which.
      return FeatureResult(
        try photos.map { photo in
          guard let photo else { return nil }
          do { return try cache.features(of: [photo], variant: variant, through: extractor).tensor.values } catch {
            guard case ExperimentError.source = error else { throw error }
            return nil
          }
        }
      ).data
    }
  }

  /// A photo in the job folder; nil where its file is not there, or has become another.
  private func photo(at place: Int, in folder: JobFolder) -> Photo? {
    let (sent, url) = (photos[place], folder.place(file(of: place)))
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
    guard let size = attributes?[.size] as? Int, let date = attributes?[.modificationDate] as? Date,
      size == sent.size, abs(date.timeIntervalSince1970 - sent.changed) < 0.001
    else { return nil }
    var photo = Photo(url: url, label: "", stamp: Photo.Stamp(size: sent.size, changed: sent.changed))
    photo.scaling = sent.scaling
    return photo
  }
}

/// What came of the photos of a task.
struct FeatureResult {
  /// The features of each photo; nil for one that the worker could not read.
  let rows: [[Float]?]

  /// What stands before the numbers.
  private struct Head: Codable {
    let photos: Int, width: Int
    let missing: [Int]
    let numbers: ContentHash
  }

  /// Those of photos.
  init(_ rows: [[Float]?]) { self.rows = rows }

  /// Those of a table, for the photos that are there.
  init(_ photos: [Bool?], _ table: Tensor) {
    var next = 0
    rows = photos.map { photo in
      guard photo != nil else { return nil }
      defer { next += 1 }
      return Array(table.row(next))
    }
  }

  /// As it is written: a line of text, then the numbers.
  var data: Data {
    var numbers = Data()
    for row in rows { if let row { numbers.append(row.littleEndian) } }
    let head = Head(
      photos: rows.count, width: rows.lazy.compactMap { $0?.count }.first ?? 0,
      missing: rows.indices.filter { rows[$0] == nil }, numbers: ContentHash(of: numbers))
    // Numbers and a digest: this cannot fail.
    var data = (try? JSONEncoder.ofJobs.encode(head)) ?? Data()
    data.append(0x0A)
    data.append(numbers)
    return data
  }

  /// Reads one, as any file of others; nil where it is torn, or not of so many photos and features.
  init?(_ data: Data, photos: Int, width: Int) {
    guard let end = data.firstIndex(of: 0x0A),
      let head = try? JSONDecoder.ofJobs.decode(Head.self, from: data[data.startIndex..<end]), head.photos == photos
    else { return nil }
    let missing = Set(head.missing)
    guard missing.count == head.missing.count, missing.allSatisfy((0..<photos).contains),
      missing.count == photos || head.width == width
    else { return nil }
    let bytes = Data(data[(end + 1)...])
    guard ContentHash(of: bytes) == head.numbers, let numbers = [Float](littleEndian: bytes),
      numbers.count == (photos - missing.count) * width
    else { return nil }
    var start = 0
    rows = (0..<photos).map { place in
      guard !missing.contains(place) else { return nil }
      defer { start += width }
      return Array(numbers[start..<start + width])
    }
  }
}
