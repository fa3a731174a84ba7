import ExperimentSupport
import Foundation
import RunStore
import Testing

@testable import Experiments

struct WorkFolderTests {
  private let scratch: ScratchFolder
  private var files: DataFolder

  init() throws {
    scratch = try ScratchFolder()
    files = DataFolder(workingFolder: scratch.folder, folder: scratch.folder.appending(path: "data"))
    files.samples = scratch.folder.appending(path: "samples")
    for place in ["data", "samples", "own"] { try scratch.smallDataset(at: "\(place)/pets") }
  }

  private func pets(in place: String) throws -> PhotoDataset {
    try PhotoFolder(folder: scratch.folder.appending(path: "\(place)/pets"), name: "pets").read(labels: nil)
  }

  @Test func `sample data and drawn photos stay as they are`() throws {
    let (sample, drawn) = (try pets(in: "data"), try pets(in: "samples"))
    #expect(throws: WorkFolderError.sampleData(dataset: "pets", folder: "data/pets")) {
      try WorkFolder(sample, in: files)
    }
    #expect(throws: WorkFolderError.drawnData(dataset: "pets")) { try WorkFolder(drawn, in: files) }
  }

  @Test func `the list of classes is written where it changes, and nothing twice`() throws {
    let work = try WorkFolder(try pets(in: "own"), in: files)
    let edits = try work.complete([], labels: ["dog", "cat"])
    guard case .write(let path, let content)? = edits.first, edits.count == 1 else {
      Issue.record("\(edits)")
      return
    }
    #expect(path == FilePath.plain(scratch.folder.appending(path: "own/pets/labels.json")))
    #expect(content == Data("[\"dog\",\"cat\"]\n".utf8))
    try scratch.write("[\"dog\", \"cat\"]".utf8, to: "own/pets/labels.json")
    #expect(try work.complete([], labels: ["dog", "cat"]).isEmpty)
  }

  @Test func `a change that leads into the data folder through a link is refused`() throws {
    let work = try WorkFolder(try pets(in: "own"), in: files)
    try FileManager.default.createSymbolicLink(
      at: scratch.folder.appending(path: "own/pets/train/link"),
      withDestinationURL: scratch.folder.appending(path: "data/pets/train/cat"))
    let path = FilePath.plain(scratch.folder.appending(path: "own/pets/train/link")) + "/x.jpg"
    #expect(throws: WorkFolderError.sampleData(dataset: "pets", folder: "own/pets/train/link/x.jpg")) {
      try work.complete([.remove(path: path)], labels: ["cat", "dog"])
    }
  }
}
