import Foundation
import Pictures
import RunStore
import Samples
import Testing
import Training

@testable import Experiments

/// Drawn hands as photos in a folder: drawn when missing, the same each time.
struct DrawnHandsFolderTests {
  private func samples() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "whet-\(UUID().uuidString)", directoryHint: .isDirectory)
  }

  private func tree(_ folder: URL) throws -> [String: ContentHash] {
    let root = folder.path(percentEncoded: false)
    var tree: [String: ContentHash] = [:]
    for name in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? []
    where name.hasSuffix(".png") {
      tree[name] = ContentHash(of: try Data(contentsOf: URL(filePath: root + "/" + name)))
    }
    return tree
  }

  @Test func `photos lie by split and class, each named after what it shows`() throws {
    let hands = DrawnHandsFolder(seed: 3, train: 2, test: 1, in: samples())
    defer { try? FileManager.default.removeItem(at: hands.samples) }
    try hands.draw([.rock, .scissors]) { _, _ in true }
    let names = try tree(hands.folder).keys.sorted()
    #expect(
      names == [
        "test/✊/rock-501.png", "test/✌️/scissors-501.png", "train/✊/rock-001.png", "train/✊/rock-002.png",
        "train/✌️/scissors-001.png", "train/✌️/scissors-002.png",
      ])
    let drawn = try Picture(contentsOf: hands.folder.appending(path: "train/✌️/scissors-002.png"))
    #expect(drawn == DrawnHands(seed: 3).picture(of: .scissors, number: 1))
  }

  @Test func `what is missing is drawn again with the same bytes, what is there stays untouched`() throws {
    let hands = DrawnHandsFolder(seed: 3, train: 2, test: 1, in: samples())
    defer { try? FileManager.default.removeItem(at: hands.samples) }
    try hands.draw([.paper]) { _, _ in true }
    let before = try tree(hands.folder)
    try FileManager.default.removeItem(at: hands.folder.appending(path: "train/✋/paper-001.png"))
    try Data("mine".utf8).write(to: hands.folder.appending(path: "train/✋/paper-002.png"))
    var counts: [Int] = []
    try hands.draw([.paper]) { _, count in
      counts.append(count)
      return true
    }
    var after = try tree(hands.folder)
    #expect(counts == [1])
    #expect(after.removeValue(forKey: "train/✋/paper-002.png") == ContentHash(of: Data("mine".utf8)))
    #expect(after == before.filter { $0.key != "train/✋/paper-002.png" })
  }

  @Test func `more photos to train on change none of the others`() throws {
    let root = samples()
    defer { try? FileManager.default.removeItem(at: root) }
    let (few, more) = (
      DrawnHandsFolder(seed: 1, train: 1, test: 1, in: root), DrawnHandsFolder(seed: 1, train: 2, test: 1, in: root)
    )
    for hands in [few, more] { try hands.draw([.horns]) { _, _ in true } }
    let (one, other) = (try tree(few.folder), try tree(more.folder))
    #expect(one.count == 2 && other.count == 3)
    #expect(one.allSatisfy { other[$0.key] == $0.value })
  }

  @Test func `stopped, it keeps what is drawn`() throws {
    let count = 8 * Parallel.width
    let hands = DrawnHandsFolder(seed: 1, train: count, test: 0, in: samples())
    defer { try? FileManager.default.removeItem(at: hands.samples) }
    #expect(throws: DrawnHandsError.self) { try hands.draw([.call]) { done, _ in done == 0 } }
    let drawn = try tree(hands.folder).count
    #expect(drawn > 0 && drawn < count)
    try hands.draw([.call]) { _, _ in true }
    #expect(try tree(hands.folder).count == count)
  }

  @Test func `a photo that cannot be written is told by its file`() throws {
    let hands = DrawnHandsFolder(seed: 1, train: 6, test: 0, in: samples())
    defer { try? FileManager.default.removeItem(at: hands.samples) }
    let place = hands.folder.appending(path: "train/\(Gesture.rock.rawValue)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let error = #expect(throws: DrawnHandsError.self) {
      try hands.draw([.rock]) { done, _ in
        if done == 0 { try? FileManager.default.removeItem(at: place) }
        return true
      }
    }
    guard case .file(.cannotWrite(let path, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.contains("/rock-00") && path.hasSuffix(".png"))
  }

  @Test func `a folder's name tells what is in it`() {
    let root = samples()
    let hands = DrawnHandsFolder(seed: 42, train: 10, test: 5, in: root)
    #expect(hands.folder.lastPathComponent == "hands-42-10-5")
    #expect(DrawnHandsFolder(hands.folder, in: root) == hands)
    for name in ["hands", "hands-1-2", "hands-1-2-x", "hands-1-400-101", "cats-1-2-3", "hands-1-2-3-4"] {
      #expect(DrawnHandsFolder(root.appending(path: name), in: root) == nil)
    }
    #expect(DrawnHandsFolder(hands.folder, in: root.appending(path: "other")) == nil)
  }
}
