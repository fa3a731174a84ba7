import ExperimentSupport
import Foundation
import Pictures
import Testing

@testable import Experiments

struct UnreadablePhotosTests {
  private func read(_ scratch: ScratchFolder) throws -> PhotoDataset {
    try PhotoFolder(folder: scratch.folder.appending(path: "P"), name: "x").read(labels: nil)
  }

  private func scratch() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for name in ["train/a/0.jpg", "train/a/1.png", "train/b/0.jpg", "test/b/0.jpg"] { try scratch.photo("P/\(name)") }
    try scratch.write([], to: "P/train/b/bad.jpg")
    return scratch
  }

  @Test func `what cannot be read is left out, by its path and problem`() throws {
    let scratch = try scratch()
    let dataset = UnreadablePhotos().leftOut(of: try read(scratch))
    #expect(dataset.unreadable?.entries.map(\.path) == ["train/b/bad.jpg"])
    #expect(dataset.unreadable?.entries.map(\.problem) == [.empty])
    #expect(dataset.count == 4)
    #expect(dataset.split("train")?.counts(["a", "b"]) == [2, 1])
    withExtendedLifetime(scratch) {}
  }

  @Test func `what was read is not read again, what is new is`() throws {
    let scratch = try scratch()
    let first = UnreadablePhotos().leftOut(of: try read(scratch))
    let known = try #require(first.unreadable)
    try scratch.photo("P/test/a/new.jpg")
    var decoded: [Int] = []
    let second = try known.leftOut(of: try read(scratch), now: 0, update: { _, count in decoded.append(count) })
    #expect(decoded.last == 2, "the new one and the bad one")
    #expect(second.count == 5)
    #expect(second.unreadable?.entries == known.entries)
  }

  @Test func `a later session trusts what has not changed since`() throws {
    let scratch = try scratch()
    let first = try UnreadablePhotos().leftOut(of: try read(scratch), now: Date.now.timeIntervalSince1970 + 1)
    let kept = try #require(first.unreadable?.kept)
    #expect(kept.paths == ["train/b/bad.jpg"])
    let back = try JSONDecoder().decode(UnreadablePhotos.Kept.self, from: try JSONEncoder().encode(kept))
    var decoded: [Int] = []
    let second = try UnreadablePhotos(back).leftOut(of: try read(scratch), now: 0, update: { decoded.append($1) })
    #expect(decoded == [1], "only the bad one")
    #expect(second.splits == first.splits)
  }

  @Test func `it can be stopped`() throws {
    struct Stops: StopSignal {
      var isInterrupted: Bool { true }
      var goesOn: @Sendable () -> Bool { { false } }
      var goesOnWithinStep: @Sendable () -> Bool { { false } }
    }
    let scratch = try scratch()
    for number in 0..<100 { try scratch.photo("P/train/a/x\(number).jpg") }
    let dataset = try read(scratch)
    #expect(throws: Interruption.self, "in \(scratch.folder)") {
      _ = try UnreadablePhotos().leftOut(of: dataset, now: 0, signal: Stops())
    }
  }
}
