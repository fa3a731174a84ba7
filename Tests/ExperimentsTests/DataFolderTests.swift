import Foundation
import Testing

@testable import Experiments

struct DataFolderTests {
  private func folder() throws -> (DataFolder, URL) {
    let root = FileManager.default.temporaryDirectory.appending(path: "whet-\(UUID().uuidString)")
    for name in ["work/deep", "data/models", "data/data"] {
      try FileManager.default.createDirectory(at: root.appending(path: name), withIntermediateDirectories: true)
    }
    return (DataFolder(workingFolder: root.appending(path: "work"), folder: root.appending(path: "data")), root)
  }

  private func touch(_ url: URL) throws { try Data([1]).write(to: url) }

  @Test func `a path is looked for as given, then in the data folder`() throws {
    let (files, root) = try folder()
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(files.find("a.jpg") == .missing(places: [root.path + "/work/a.jpg", root.path + "/data/a.jpg"]))
    try touch(root.appending(path: "data/a.jpg"))
    #expect(files.find("a.jpg") == .found(root.appending(path: "data/a.jpg").standardizedFileURL))
    try touch(root.appending(path: "work/a.jpg"))
    #expect(files.find("a.jpg") == .found(root.appending(path: "work/a.jpg").standardizedFileURL))
    #expect(files.find(root.path + "/data/a.jpg") == .found(root.appending(path: "data/a.jpg").standardizedFileURL))
    #expect(files.find("/nowhere/a.jpg") == .missing(places: ["/nowhere/a.jpg"]))
  }

  @Test func `where the working folder is the data folder a path is looked for once`() throws {
    let (files, root) = try folder()
    defer { try? FileManager.default.removeItem(at: root) }
    let one = DataFolder(workingFolder: files.folder, folder: files.folder)
    #expect(one.find("a.jpg") == .missing(places: [root.path + "/data/a.jpg"]))
  }

  @Test func `models that lie where one was looked for are known, among however many files`() throws {
    let (files, root) = try folder()
    defer { try? FileManager.default.removeItem(at: root) }
    for number in 0..<600 { try touch(root.appending(path: "work/\(number).jpg")) }
    for name in ["work/a.ONNX", "data/models/b.mlmodel", "data/models/c.mlpackage", "data/models/d.txt"] {
      try touch(root.appending(path: name))
    }
    guard case .missing(let places) = files.findModel("a.onx") else { return #expect(Bool(false)) }
    #expect(files.models(beside: places) == ["a.ONNX", "b.mlmodel", "c.mlpackage"])
    #expect(throws: FileError.missing("9.jpeg", places: ["9.jpeg", root.path + "/data/9.jpeg"], beside: names(root))) {
      try files.file("9.jpeg")
    }
  }

  /// What lies in the working folder and then in the data folder.
  private func names(_ root: URL) -> [String] {
    ["work", "data"].flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: $0).path).sorted()) ?? []
    }
  }

  @Test func `a short name stands for its files, the better first`() throws {
    let (files, root) = try folder()
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(
      files.findModel("SqueezeNet")
        == .missing(places: [
          root.path + "/data/models/SqueezeNet.mlmodel", root.path + "/data/models/SqueezeNetFP16.mlmodel",
        ]))
    for name in ["SqueezeNetFP16.mlmodel", "SqueezeNet.mlmodel"] {
      let url = root.appending(path: "data/models/\(name)")
      try touch(url)
      #expect(files.findModel("squeezenet") == .found(url.standardizedFileURL))
    }
  }

  @Test func `a model's ending may be left out`() throws {
    let (files, root) = try folder()
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(
      files.findModel("hand")
        == .missing(places: [root.path + "/work/hand.mlmodel", root.path + "/data/models/hand.mlmodel"]))
    try touch(root.appending(path: "data/models/hand.mlmodel"))
    #expect(files.findModel("hand") == .found(root.appending(path: "data/models/hand.mlmodel").standardizedFileURL))
    try touch(root.appending(path: "work/hand.mlmodel"))
    #expect(files.findModel("hand") == .found(root.appending(path: "work/hand.mlmodel").standardizedFileURL))
    #expect(files.findModel("./hand.mlmodel") == .found(root.appending(path: "work/hand.mlmodel").standardizedFileURL))
  }

  @Test func `paths are shown from the working folder`() throws {
    let (files, root) = try folder()
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(files.short(root.appending(path: "work/deep/a.jpg")) == "deep/a.jpg")
    #expect(files.short(root.appending(path: "data/a.jpg")) == root.path + "/data/a.jpg")
    #expect(files.short(root.appending(path: "work")) == ".")
    #expect(files.short(root.appending(path: "workshop/a.jpg")) == root.path + "/workshop/a.jpg")
    #expect(files.short(root.appending(path: "work/✊ 100%.jpg")) == "✊ 100%.jpg")
  }

  @Test func `a destination starts from the working folder`() throws {
    let (files, root) = try folder()
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(files.destination("deep/../b.mlmodel").path == root.path + "/work/b.mlmodel")
    #expect(files.destination("/b.mlmodel").path == "/b.mlmodel")
    #expect(files.destination("~/b.mlmodel").path == NSHomeDirectory() + "/b.mlmodel")
    #expect(files.destination("a?b#c%20.mlmodel").path == root.path + "/work/a?b#c%20.mlmodel")
  }

  @Test(arguments: [
    (["WHET_DATA": "/a"], "/a/"), (["XDG_DATA_HOME": "/b"], "/b/whet/"),
    (["WHET_DATA": "/a", "XDG_DATA_HOME": "/b"], "/a/"),
    (["WHET_DATA": "", "XDG_DATA_HOME": "relative"], NSHomeDirectory() + "/.local/share/whet/"),
    ([:], NSHomeDirectory() + "/.local/share/whet/"),
  ])
  func `the data folder comes from the environment`(environment: [String: String], path: String) {
    #expect(DataFolder(environment: environment).folder.path(percentEncoded: false) == path)
  }

  @Test func `so does the folder of runs and history`() {
    #expect(DataFolder.stateFolder(environment: ["WHET_STATE": "/s"]).path == "/s")
    #expect(DataFolder.stateFolder(environment: ["XDG_STATE_HOME": "/x"]).path == "/x/whet")
    #expect(DataFolder.stateFolder(environment: [:]).path == NSHomeDirectory() + "/.local/state/whet")
  }
}
