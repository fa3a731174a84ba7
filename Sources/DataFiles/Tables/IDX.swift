public import Foundation

/// Files of the kind in which the MNIST digits are published: two zero bytes, a type, a number of axes, the axes' lengths
/// (big endian) and the numbers. They may be packed with gzip.
extension TabularData {
  /// A file of samples and the file of their labels.
  public struct IDXPair: Sendable, Equatable {
    /// What the names of both begin with, for example "train" or "t10k".
    public let name: String
    /// Where they are.
    public let samples: URL, labels: URL
  }

  /// Reads samples, and labels one per sample from another file.
  ///
  /// - Parameters:
  ///   - idxSamples: The file of samples.
  ///   - labels: The file of labels.
  ///   - room: How much memory the numbers may take; those of a larger table are put into a file.
  ///   - progress: Told now and then how many samples are read; false stops it.
  /// - Throws: What is wrong with a file; `stopped` where `progress` answers false.
  public init(
    idxSamples: URL, labels: URL, room: TableRoom = .unlimited, progress: (_ samples: Int) -> Bool = { _ in true }
  ) throws(TabularDataError) {
    var names: [String] = []
    let marks = try IDXReader.read(labels) { (numbers, reader) throws(TabularDataError) in
      names += reader.wholeNumbers(numbers).map { String($0) }
    }
    var collector = NumberCollector(room: room)
    var length = 0, read = 0
    let samples = try IDXReader.read(idxSamples) { (numbers, reader) throws(TabularDataError) in
      if read == 0 {
        guard reader.shape.count >= 2 else { throw .impossibleShape(path: idxSamples.path, shape: reader.shape) }
        guard marks.shape == [reader.shape[0]] else {
          throw .counts(path: labels.path, samples: reader.shape[0], labels: marks.shape.first ?? 0)
        }
        length = max(1, reader.shape.dropFirst().reduce(reader.type.size, *))
        let isByte = reader.type == .unsignedByte
        collector.reserve(reader.shape.reduce(1, *), isByte ? .byte : .float)
      }
      if reader.type == .unsignedByte {
        try collector.append(bytes: numbers)
      } else {
        try collector.append(reader.floats(numbers))
      }
      read += numbers.count
      guard progress(read / length) else { throw .stopped }
    }
    guard let count = samples.shape.first, samples.shape.count >= 2 else {
      throw .impossibleShape(path: idxSamples.path, shape: samples.shape)
    }
    guard count > 0 else { throw .empty(path: idxSamples.path) }
    guard marks.shape == [count] else {
      throw .counts(path: labels.path, samples: count, labels: marks.shape.first ?? 0)
    }
    self.init(
      sampleShape: Array(samples.shape.dropFirst()), truths: TableTruths(labels: names), values: try collector.finish())
  }

  /// The pairs in a folder whose names are the published ones: `<name>-images…` and `<name>-labels…`, sorted by name.
  public static func idxPairs(in folder: URL) throws(TabularDataError) -> [IDXPair] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch {
      throw .unreadable(path: folder.path, errorNumber: ENOENT)
    }
    let pairs = names.compactMap { name -> IDXPair? in
      guard let range = name.range(of: "images") else { return nil }
      let stem = name[..<range.lowerBound]
      guard let labels = names.first(where: { $0.hasPrefix(stem + "labels") }) else { return nil }
      return IDXPair(
        name: String(stem.prefix { $0.isLetter || $0.isNumber }), samples: folder.appendingPathComponent(name),
        labels: folder.appendingPathComponent(labels))
    }
    guard !pairs.isEmpty else { throw .noPairs(path: folder.path) }
    return pairs
  }
}
