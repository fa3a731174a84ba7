import Foundation
import Tensors
import TestSupport
import Testing

@testable import DataFiles

@Suite struct IDXTests {
  private let folder: DataFolder
  private let images: [UInt8] = [0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 3, 255]
  private let labels: [UInt8] = [0, 0, 8, 1, 0, 0, 0, 2, 7, 0]

  init() throws { folder = try DataFolder() }

  private func read(_ images: [UInt8], _ labels: [UInt8]) throws -> TabularData {
    try TabularData(
      idxSamples: try folder.write(images, as: "images"), labels: try folder.write(labels, as: "labels"))
  }

  private var imagePath: String { folder.url.appendingPathComponent("images").path }
  private var labelPath: String { folder.url.appendingPathComponent("labels").path }

  @Test func `samples and labels`() throws {
    let data = try read(images, labels)
    #expect(data == TabularData(sampleShape: [1, 2], labels: ["7", "0"], bytes: [1, 2, 3, 255]))
  }

  @Test(
    arguments: [
      (0x08, [0, 255], [0, 255]), (0x09, [1, 255], [1, -1]), (0x0B, [0x01, 0x02, 0xFF, 0xFE], [258, -2]),
      (0x0C, [0, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF], [256, -1]),
      (0x0D, [0x3F, 0x80, 0, 0, 0xC0, 0x20, 0, 0], [1, -2.5]),
      (0x0E, [0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0xC0, 0x04, 0, 0, 0, 0, 0, 0], [1, -2.5]),
    ] as [(UInt8, [UInt8], [Float])])
  func `every type of number`(type: UInt8, bytes: [UInt8], expected: [Float]) throws {
    let file = try folder.write([0, 0, type, 2, 0, 0, 0, 2, 0, 0, 0, 1] + bytes, as: "x")
    var (floats, wholes): ([Float], [Int]) = ([], [])
    let reader = try IDXReader.read(file) { bytes, reader in
      floats += reader.floats(bytes)
      wholes += reader.wholeNumbers(bytes)
    }
    #expect(reader.shape == [2, 1])
    #expect(floats == expected)
    #expect(wholes == expected.map { Int($0) })
    let data = try read([0, 0, type, 2, 0, 0, 0, 2, 0, 0, 0, 1] + bytes, labels)
    #expect(try data.tensor(0..<2).values == expected)
  }

  @Test func `a file cut off anywhere states how long it should be`() throws {
    for length in 0..<images.count {
      let expected = length < 4 ? 4 : length < 16 ? 16 : images.count
      #expect(throws: TabularDataError.truncated(path: imagePath, expected: expected, actual: length)) {
        try read(Array(images[..<length]), labels)
      }
    }
    #expect(throws: TabularDataError.trailing(path: imagePath, expected: 20, actual: 21)) {
      try read(images + [0], labels)
    }
  }

  @Test func `what is no IDX file, or cannot be, is a fact`() throws {
    #expect(throws: TabularDataError.notIDX(path: imagePath, magic: Array("PK\u{3}\u{4}".utf8))) {
      try read(Array("PK\u{3}\u{4}and so on".utf8), labels)
    }
    #expect(throws: TabularDataError.notIDX(path: imagePath, magic: [0, 0, 7, 1])) { try read([0, 0, 7, 1], labels) }
    #expect(throws: TabularDataError.notIDX(path: imagePath, magic: [0, 0, 8, 0])) { try read([0, 0, 8, 0], labels) }
    let huge = [UInt8](repeating: 255, count: 12)
    #expect(
      throws: TabularDataError.impossibleShape(path: imagePath, shape: [4_294_967_295, 4_294_967_295, 4_294_967_295])
    ) {
      try read([0, 0, 8, 3] + huge, labels)
    }
    #expect(throws: TabularDataError.impossibleShape(path: imagePath, shape: [2])) { try read(labels, labels) }
    #expect(throws: TabularDataError.empty(path: imagePath)) {
      try read([0, 0, 8, 2, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 8, 1, 0, 0, 0, 0])
    }
    #expect(throws: TabularDataError.counts(path: labelPath, samples: 2, labels: 1)) {
      try read(images, [0, 0, 8, 1, 0, 0, 0, 1, 7])
    }
    #expect(throws: TabularDataError.damagedArchive(path: imagePath)) { try read([0x1F, 0x8B, 8, 0], labels) }
  }

  @Test func `pairs are found by their names`() throws {
    #expect(throws: TabularDataError.noPairs(path: folder.url.path)) { try TabularData.idxPairs(in: folder.url) }
    for name in ["train-images-idx3-ubyte", "train-labels-idx1-ubyte.gz", "t10k-images.gz", "t10k-labels", "images"] {
      _ = try folder.write([], as: name)
    }
    let pairs = try TabularData.idxPairs(in: folder.url)
    #expect(pairs.map(\.name) == ["t10k", "train"])
    #expect(pairs.map(\.samples.lastPathComponent) == ["t10k-images.gz", "train-images-idx3-ubyte"])
    #expect(pairs.map(\.labels.lastPathComponent) == ["t10k-labels", "train-labels-idx1-ubyte.gz"])
    #expect(throws: TabularDataError.self) {
      try TabularData.idxPairs(in: folder.url.appendingPathComponent("missing"))
    }
  }

  @Test(.enabled(if: Shared.file("data/mnist") != nil, "the shared folder is not there"))
  func `the published digits, packed`() throws {
    let folder = try #require(Shared.file("data/mnist"))
    let pair = try #require(try TabularData.idxPairs(in: folder).first)
    let digits = try TabularData(idxSamples: pair.samples, labels: pair.labels)
    #expect(pair.name == "t10k" && digits.count == 10_000 && digits.sampleShape == [28, 28])
    #expect(digits.labels.prefix(8).joined() == "72104149")
    #expect(digits.classes == (0..<10).map(String.init))
    let sum = try digits.tensor(0..<10_000).values.reduce(0.0) { $0 + Double($1) }
    #expect(sum == 264_923_200)
  }
}
