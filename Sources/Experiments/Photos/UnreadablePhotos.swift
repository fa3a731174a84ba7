import Foundation
public import Pictures
import Training

/// The photos of a dataset that cannot be read and are left out of it: `skip=unreadable`.
///
/// A photo is known to be readable once it has been decoded as networks decode it. What was decoded is not decoded again when
/// the folder is read anew, for example after an undo.
public struct UnreadablePhotos: Sendable, Equatable {
  /// One photo that is left out.
  public struct Entry: Sendable, Equatable {
    /// Its path within the dataset: `train/✊/a.jpg`.
    public let path: String
    /// The photo.
    public let photo: Photo
    /// What is the matter with it.
    public let problem: PictureError.Problem
  }

  /// A file, wherever in the dataset it lies.
  private struct File: Hashable {
    let name: String, size: Int

    init(_ photo: Photo) { (name, size) = (photo.name, photo.stamp.size) }
  }

  /// The photos that are left out, in the dataset's order.
  public private(set) var entries: [Entry] = []
  /// The files that were decoded without a fault.
  private var readable: Set<File> = []
  /// When the files were decoded, in seconds since 1970.
  private var checked = 0.0
  /// What an earlier session found, until this one has read the folder: files that have not changed since are as they were.
  private var former: Kept?

  /// Nothing is known yet of any photo.
  public init() {}

  /// What an earlier session found.
  public init(_ kept: Kept) { former = kept }

  /// What is kept for a later session.
  public struct Kept: Sendable, Equatable, Codable {
    /// The paths of the photos left out, within the dataset.
    public let paths: [String]
    /// When the photos were decoded, in seconds since 1970.
    public let checked: Double
  }

  /// What is kept for a later session.
  public var kept: Kept { Kept(paths: entries.map(\.path), checked: checked) }

  /// Whether a photo was decoded before, here or in an earlier session, and has not changed since.
  private func isReadable(_ photo: Photo, at path: String) -> Bool {
    if readable.contains(File(photo)) { return true }
    guard let former else { return false }
    return photo.stamp.changed < former.checked && !former.paths.contains(path)
  }

  /// The same for the few photos that a change to the dataset has brought; nothing stops it.
  public func leftOut(of dataset: PhotoDataset) -> PhotoDataset {
    // What never stops is never stopped.
    (try? leftOut(of: dataset, now: Date.now.timeIntervalSince1970)) ?? dataset
  }

  /// Decodes the photos of a dataset that were not decoded before, on all processors, and leaves out those that cannot be read.
  ///
  /// - Parameters:
  ///   - dataset: The dataset, as its folder stands.
  ///   - now: The time, in seconds since 1970.
  ///   - signal: Asked whether to stop.
  ///   - update: Told how many of how many photos were decoded.
  /// - Returns: The dataset without them, which knows them as `unreadable`.
  /// - Throws: `Interruption`.
  public func leftOut(
    of dataset: PhotoDataset, now: Double, signal: any StopSignal = NeverStops(),
    update: (Int, Int) -> Void = { _, _ in }
  ) throws(Interruption) -> PhotoDataset {
    let all = dataset.places
    let unknown = all.filter { !isReadable($0.photo, at: $0.path) }
    let goesOn = signal.goesOn
    var problems: [PictureError.Problem?] = []
    while problems.count < unknown.count {
      let first = problems.count
      let results = Parallel.map(min(unknown.count - first, Parallel.width * 2)) { place in
        Result { () throws(Interruption) in
          try Photo.decoded(unknown[first + place].photo, enough: 1, while: goesOn)
        }
      }
      for result in results {
        guard case .success(let decoded) = result else { throw .checking(problems.count, of: unknown.count) }
        if case .failure(let error) = decoded { problems.append(error.problem) } else { problems.append(nil) }
      }
      guard goesOn() else { throw .checking(problems.count, of: unknown.count) }
      update(problems.count, unknown.count)
    }
    var found = UnreadablePhotos()
    found.entries = zip(unknown, problems).compactMap { place, problem in
      problem.map { Entry(path: place.path, photo: place.photo, problem: $0) }
    }
    let out = Set(found.entries.map(\.photo))
    found.checked = now
    found.readable = Set(all.lazy.map(\.photo).filter { !out.contains($0) }.map(File.init))
    var rest = dataset.without(out)
    rest.unreadable = found
    return rest
  }
}
