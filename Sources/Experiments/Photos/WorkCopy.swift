import Files
public import Foundation
public import RunStore
import Training

/// Copies the photos of a source into a working folder: those that were never copied, or all that are missing.
public struct WorkCopy: Sendable {
  /// The photos to copy from.
  public let source: PhotoDataset
  /// The folder to copy to; it may not exist yet.
  public let target: URL
  /// Whether photos that were copied before and are gone come back.
  public let restores: Bool

  /// Copies from a source into a folder.
  public init(source: PhotoDataset, target: URL, restores: Bool) {
    self.source = source
    self.target = target
    self.restores = restores
  }

  /// What is to be done.
  public struct Plan: Sendable {
    /// The changes.
    public var edits: [FileEdit] = []
    /// The record as it is to be.
    public var record: WorkRecord
    /// The classes as they are to be.
    public var labels: [String]
    /// How many photos are copied.
    public var copied = 0
    /// How many were copied before and have been removed since.
    public var gone = 0
    /// How many lie elsewhere in the folder, having been relabelled.
    public var moved = 0
  }

  /// Works out what is to be done.
  ///
  /// - Parameters:
  ///   - labels: The classes of the folder as it stands; empty for a new one.
  ///   - place: The source's absolute path, for the record.
  /// - Returns: The changes, with the record and the classes as they are to be.
  public func plan(labels: [String], from place: String) -> Plan {
    var plan = Plan(record: WorkRecord(of: target), labels: labels)
    plan.record.source = place
    plan.labels += source.labels.filter { LabelSpelling.position(of: $0, in: labels) == nil }
    var folders: Set<String> = []
    make(target, &plan, &folders)
    let known = Set(plan.record.copied)
    let homes = homes()
    let elsewhere = strangers(homes)
    for split in source.splits {
      for label in source.labels { make(homes[Home(split.name, label), default: target], &plan, &folders) }
      for photo in split.photos {
        let inner = "\(photo.url.deletingLastPathComponent().lastPathComponent)/\(photo.name)"
        let path = source.isSplit ? "\(split.name)/\(inner)" : inner
        let place = homes[Home(split.name, photo.label), default: target].appending(path: photo.name)
        let isThere = FileManager.default.fileExists(atPath: FilePath.plain(place))
        if !isThere, known.contains(path), elsewhere.contains(photo) {
          plan.moved += 1
        } else if !isThere, known.contains(path), !restores {
          plan.gone += 1
        } else if !isThere {
          plan.edits.append(.copy(of: FilePath.plain(photo.url), to: FilePath.plain(place)))
          plan.copied += 1
        }
        if !known.contains(path) { plan.record.copied.append(path) }
      }
    }
    return plan
  }

  /// Makes a folder and those it lies in, where they are missing.
  private func make(_ folder: URL, _ plan: inout Plan, _ made: inout Set<String>) {
    let path = FilePath.plain(folder)
    guard path != "/", !FileManager.default.fileExists(atPath: path), made.insert(path).inserted else { return }
    make(folder.deletingLastPathComponent(), &plan, &made)
    plan.edits.append(.makeFolder(path: path))
  }

  /// A class in a split.
  private struct Home: Hashable {
    let split: String, label: String

    init(_ split: String, _ label: String) {
      self.split = split
      self.label = label
    }
  }

  /// The folder of every class in every split: the one that is there in whichever spelling, else spelled as in the source.
  private func homes() -> [Home: URL] {
    var homes: [Home: URL] = [:]
    for split in source.splits {
      let place = source.isSplit ? target.appending(path: split.name) : target
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: FilePath.plain(place))) ?? []).sorted()
      for label in source.labels {
        let photo = split.photos.first { $0.label == label }
        let own = photo?.url.deletingLastPathComponent().lastPathComponent ?? label
        homes[Home(split.name, label)] = place.appending(
          path: names.first { $0 == own } ?? names.first { LabelSpelling.areSame($0, own) } ?? own)
      }
    }
    return homes
  }

  /// The photos in the working folder that lie where none of the source's is copied to.
  private func strangers(_ homes: [Home: URL]) -> Strangers {
    let root = FilePath.plain(target)
    let own = Set(
      source.splits.flatMap { split in
        split.photos.map {
          FilePath.plain(homes[Home(split.name, $0.label), default: target].appending(path: $0.name))
        }
      })
    var strangers = Strangers()
    for inner in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      let path = "\(root)/\(inner)"
      guard PhotoFolder.isPhoto(inner), !own.contains(path) else { continue }
      strangers.paths[PhotoFolder.stamp(URL(filePath: path)).size, default: []].append(path)
    }
    return strangers
  }

  /// Photos by their length in bytes; they are told by their content, for relabelling may give another name.
  private struct Strangers {
    var paths: [Int: [String]] = [:]

    func contains(_ photo: Photo) -> Bool {
      guard let alike = paths[photo.stamp.size], let content = try? Data(regularFile: photo.url) else { return false }
      return alike.contains { (try? Data(regularFile: URL(filePath: $0))) == content }
    }
  }
}
