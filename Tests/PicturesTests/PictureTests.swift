import Files
import Foundation
import Pictures
import TestSupport
import Testing

@Suite struct PictureTests {
  @Test func `a picture of one colour has that colour everywhere`() {
    let picture = Picture(width: 2, height: 1, red: 1, green: 2, blue: 3)
    #expect(picture.pixels == [1, 2, 3, 1, 2, 3])
  }

  @Test(arguments: try Reference.decoding())
  func `every kind of file is decoded as by Pillow`(file: Reference.Decoding) throws {
    let picture = try Picture(bytes: Array(file.file))
    #expect(picture.width == file.width)
    #expect(picture.height == file.height)
    #expect(picture.pixels == Array(file.expected))
  }

  @Test func `the content decides, not the name`() throws {
    let url = try temporaryFile(Reference.file("PNG colour"), name: "photo.jpg")
    defer { removeTemporaryFile(url) }
    #expect(try Picture(contentsOf: url).width == 13)
  }

  @Test(arguments: [
    ("not there.jpg", PictureError.Problem.missing), ("file.txt/below.jpg", .missing), (".", .notRegular(.folder)),
    ("empty.jpg", .empty), ("file.txt", .notAPicture(.text)),
  ])
  func `a file that cannot be read is named`(name: String, problem: PictureError.Problem) throws {
    let file = try temporaryFile(Array("hello".utf8), name: "file.txt")
    defer { removeTemporaryFile(file) }
    let folder = file.deletingLastPathComponent()
    try Data().write(to: folder.appendingPathComponent("empty.jpg"))
    let url = folder.appendingPathComponent(name)
    #expect(throws: PictureError(file: url.path, problem: problem)) { try Picture(contentsOf: url) }
  }

  @Test func `a pipe is refused and not waited for`() throws {
    let file = try temporaryFile([], name: "x")
    defer { removeTemporaryFile(file) }
    let folder = file.deletingLastPathComponent()
    let pipe = folder.appendingPathComponent("pipe.jpg")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(throws: PictureError(file: pipe.path, problem: .notRegular(.pipe))) { try Picture(contentsOf: pipe) }
  }

  @Test func `a file larger than the limit is not read`() throws {
    let url = try temporaryFile(Reference.file("PNG colour"), name: "photo.png")
    defer { removeTemporaryFile(url) }
    let size = try Reference.file("PNG colour").count
    #expect(throws: PictureError(file: url.path, problem: .tooManyBytes(size, limit: 10))) {
      try Picture(contentsOf: url, limits: Picture.Limits(fileBytes: 10, pixels: 1000))
    }
  }

  @Test(arguments: ["JPEG 4:4:4", "PNG colour"])
  func `a picture with more pixels than the limit is refused, one with as many is not`(name: String) throws {
    let file = try Reference.file(name)
    let content: FileContent = name.hasPrefix("JPEG") ? .jpeg : .png
    #expect(throws: PictureError.Problem.tooManyPixels(content, width: 13, height: 9, limit: 116)) {
      try Picture(bytes: file, limits: Picture.Limits(fileBytes: 1000, pixels: 116))
    }
    #expect(try Picture(bytes: file, limits: Picture.Limits(fileBytes: 1000, pixels: 117)).height == 9)
  }

  @Test(.enabled(if: Shared.file("data/gestures") != nil, "needs the shared folder with the gesture photos"))
  func `the 45 gesture photos are read and scaled`() throws {
    let folder = try #require(Shared.file("data/gestures"))
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "jpg" }
    #expect(files.count == 45)
    for file in files {
      let picture = try Picture(contentsOf: file)
      #expect(picture.sides == Sides(width: 224, height: 224))
      #expect(picture.resized(width: 227, height: 227).pixels.count == 227 * 227 * 3)
    }
  }

  @Test(.enabled(if: Shared.file("fixtures/photos9.bin") != nil, "needs the shared folder with the reference pixels"))
  func `photos come to the network with the reference's very pixels`() throws {
    let folder = try #require(Shared.file("data/gestures/train"))
    let fixture = try Data(contentsOf: #require(Shared.file("fixtures/photos9.bin")))
    let size = 227 * 227 * 3
    let expected = Set((0..<9).map { fixture.subdata(in: $0 * size..<($0 + 1) * size) })
    var found = Set<Data>()
    let files = FileManager.default.enumerator(at: folder.deletingLastPathComponent(), includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "jpg" {
      let pixels = Data(try Picture(contentsOf: file).resized(width: 227, height: 227).pixels)
      if expected.contains(pixels) { found.insert(pixels) }
    }
    #expect(found.count == 9)
  }
}

/// Removes a file of `temporaryFile(_:name:)` with its folder.
func removeTemporaryFile(_ url: URL) { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

/// A file in a new temporary folder, to be removed by `removeTemporaryFile(_:)`.
func temporaryFile(_ bytes: [UInt8], name: String) throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("whet-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let url = folder.appendingPathComponent(name)
  try Data(bytes).write(to: url)
  return url
}
