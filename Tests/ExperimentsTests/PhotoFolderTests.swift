import ExperimentSupport
import Foundation
import Testing

@testable import Experiments

struct PhotoFolderTests {
  private func read(_ scratch: ScratchFolder, _ path: String, labels: [String]? = nil) throws -> PhotoDataset {
    let folder = scratch.folder.appending(path: path)
    return try PhotoFolder(folder: folder, name: "x") { $0.lastPathComponent }.read(labels: labels)
  }

  @Test func `photos come class by class, by name within a class, test after train`() throws {
    let scratch = try ScratchFolder()
    for name in ["b.jpg", "a.PNG", "c.jpeg"] { try scratch.photo("P/train/dog/\(name)") }
    try scratch.photo("P/train/cat/z.jpg")
    try scratch.photo("P/test/cat/y.png")
    let dataset = try read(scratch, "P")
    #expect(dataset.labels == ["cat", "dog"])
    #expect(dataset.splits.map(\.name) == ["train", "test"])
    #expect(dataset.split("train")?.photos.map(\.name) == ["z.jpg", "a.PNG", "b.jpg", "c.jpeg"])
    #expect(dataset.split("train")?.counts(dataset.labels) == [1, 3])
    #expect(dataset.split("test")?.counts(dataset.labels) == [1, 0])
    #expect(dataset.count == 5)
  }

  @Test func `labels.json gives the order, new classes come after`() throws {
    let scratch = try ScratchFolder()
    for label in ["a", "b", "c"] { try scratch.photo("P/train/\(label)/0.jpg") }
    try scratch.write("[\"c\", \"a\"]".utf8, to: "P/labels.json")
    #expect(try read(scratch, "P").labels == ["c", "a", "b"])
    #expect(try read(scratch, "P", labels: ["b", "c"]).labels == ["b", "c"])
    #expect(try read(scratch, "P").skipped == [])
  }

  @Test func `a labels.json that cannot be read is told, and not passed over`() throws {
    let scratch = try ScratchFolder()
    try scratch.photo("P/train/a/0.jpg")
    let url = scratch.folder.appending(path: "P/labels.json")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #expect(throws: PhotoFolderError.brokenLabelsFile("labels.json")) { _ = try read(scratch, "P") }
    try FileManager.default.removeItem(at: url)
    try Data("[\"a\"]".utf8).write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 1 << 32)
    #expect(throws: PhotoFolderError.brokenLabelsFile("labels.json")) { _ = try read(scratch, "P") }
  }

  @Test func `labels.json with a class that has gone is told`() throws {
    let scratch = try ScratchFolder()
    try scratch.photo("P/train/a/0.jpg")
    try scratch.write("[\"a\", \"b\"]".utf8, to: "P/labels.json")
    #expect(throws: PhotoFolderError.noFolder(label: "b", folder: "train", found: ["a"])) {
      _ = try read(scratch, "P")
    }
  }

  @Test func `hidden files are no business of ours, others are named`() throws {
    let scratch = try ScratchFolder()
    try scratch.photo("P/train/a/0.jpg")
    for name in [".DS_Store", "train/.hidden/x.jpg", "train/a/.x.jpg"] { try scratch.write([1], to: "P/\(name)") }
    for name in ["readme.md", "extra/x.jpg", "train/loose.jpg", "train/a/movie.mov", "test/loose.txt"] {
      try scratch.write([1], to: "P/\(name)")
    }
    #expect(
      try read(scratch, "P").skipped == [
        LeftOutFile("readme.md"), LeftOutFile("extra/", photos: 1), LeftOutFile("train/loose.jpg"),
        LeftOutFile("train/a/movie.mov"), LeftOutFile("test/loose.txt"),
      ])
  }

  @Test func `a folder called like a photo is none`() throws {
    let scratch = try ScratchFolder()
    try scratch.photo("P/train/a/0.jpg")
    try scratch.write([1], to: "P/train/a/folder.jpg/x.txt")
    #expect(try read(scratch, "P").count == 1)
  }

  @Test func `photos know their length and time, so that a replaced one is another`() throws {
    let scratch = try ScratchFolder()
    try scratch.photo("P/train/a/0.jpg")
    let first = try read(scratch, "P")
    #expect(try read(scratch, "P") == first)
    try scratch.photo("P/train/a/0.jpg", side: 48)
    #expect(try read(scratch, "P") != first)
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("exactly14chars.jpg", "exactly14chars.jpg"), ("fifteen-chars-x.jpg", "fifteen-….jpg"),
    ("8FDEEF3B-8679-40A2-9671-51B668A90573.jpeg", "8FDEEF3B….jpeg"),
  ])
  func `long names are shortened for tables`(name: String, short: String) {
    let photo = Photo(url: URL(filePath: "/x/\(name)"), label: "", stamp: Photo.Stamp(size: 0, changed: 0))
    #expect(photo.shortName == short)
  }
}
