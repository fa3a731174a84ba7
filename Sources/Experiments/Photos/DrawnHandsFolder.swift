public import Foundation
import Pictures
public import Samples
import Training

/// Drawn hands as photos in a folder of the samples' own, so that they are photos like any others: PNG files, drawn when
/// they are missing, the same at any time and place.
public struct DrawnHandsFolder: Sendable, Equatable {
  /// What they are drawn from.
  public let seed: UInt64
  /// How many photos each class has to train on, and to test on.
  public let train: Int, test: Int
  /// The folder of all samples.
  public let samples: URL

  /// The most photos a class may have: with all classes a few minutes of drawing.
  public static let mostPhotos = 500
  /// The number of the first photo to test on: more photos to train on change none of these.
  private static let firstTest = 500
  /// The width and height of a photo, in pixels.
  private static let side = 224
  /// How many photos a thread draws and writes before `progress` is asked again.
  private static let photosBetweenReports = 4
  private static let prefix = "hands-"

  /// The hands of a seed.
  public init(seed: UInt64, train: Int, test: Int, in samples: URL) {
    self.seed = seed
    self.train = train
    self.test = test
    self.samples = samples
  }

  /// The hands a folder holds; nil for a folder of something else.
  public init?(_ folder: URL, in samples: URL) {
    let name = folder.lastPathComponent
    guard FilePath.plain(folder.deletingLastPathComponent()) == FilePath.plain(samples), name.hasPrefix(Self.prefix)
    else { return nil }
    let numbers = name.dropFirst(Self.prefix.count).split(separator: "-").map { UInt64($0) }
    guard numbers.count == 3, let seed = numbers[0], let train = numbers[1], let test = numbers[2],
      train + test <= UInt64(Self.mostPhotos)
    else { return nil }
    self.init(seed: seed, train: Int(train), test: Int(test), in: samples)
  }

  /// Where the photos lie.
  public var folder: URL {
    samples.appending(path: "\(Self.prefix)\(seed)-\(train)-\(test)", directoryHint: .isDirectory)
  }

  /// One photo that is not there.
  private struct MissingPhoto {
    let gesture: Gesture
    let number: Int
    let place: URL
  }

  /// Draws what is missing of some gestures, each photo at one stroke.
  ///
  /// - Parameters:
  ///   - gestures: The classes.
  ///   - progress: Told how many of how many are drawn; its answer says whether to go on.
  /// - Throws: `DrawnHandsError`; what is drawn stays.
  public func draw(_ gestures: [Gesture], progress: (Int, Int) -> Bool) throws(DrawnHandsError) {
    var missing: [MissingPhoto] = []
    for gesture in gestures { missing += try self.missing(of: gesture) }
    let hands = DrawnHands(seed: seed, side: Self.side)
    let batch = max(1, Parallel.width) * Self.photosBetweenReports
    for start in stride(from: 0, to: missing.count, by: batch) {
      guard progress(start, missing.count) else { throw .stopped(done: start, of: missing.count) }
      let some = missing[start..<min(start + batch, missing.count)]
      let failures = Parallel.map(some.count) { place -> DrawnHandsError? in
        let photo = some[start + place]
        let content = try? hands.picture(of: photo.gesture, number: photo.number).quickPNGData()
        do throws(DrawnHandsError) {
          try Self.write(content, to: photo.place)
          return nil
        } catch {
          return error
        }
      }
      if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
    }
  }

  private func missing(of gesture: Gesture) throws(DrawnHandsError) -> [MissingPhoto] {
    var missing: [MissingPhoto] = []
    for (split, numbers) in [("train", 0..<train), ("test", Self.firstTest..<Self.firstTest + test)]
    where !numbers.isEmpty {
      let place = folder.appending(path: "\(split)/\(gesture.rawValue)", directoryHint: .isDirectory)
      try Self.writing(place) { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }
      let known = Set((try? FileManager.default.contentsOfDirectory(atPath: FilePath.plain(place))) ?? [])
      for number in numbers {
        let name = "\(gesture.name)-\(String(number + 1001).dropFirst()).png"
        guard !known.contains(name) else { continue }
        missing.append(MissingPhoto(gesture: gesture, number: number, place: place.appending(path: name)))
      }
    }
    return missing
  }

  private static func write(_ content: Data?, to place: URL) throws(DrawnHandsError) {
    guard let content else { throw .file(.cannotWrite(FilePath.plain(place), code: ENOMEM)) }
    try writing(place) { try content.write(to: place, options: .atomic) }
  }

  private static func writing(_ place: URL, _ body: () throws -> Void) throws(DrawnHandsError) {
    do { try body() } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw .file(.cannotWrite(FilePath.plain(place), code: Int32(underlying?.code ?? Int(EIO))))
    }
  }
}
