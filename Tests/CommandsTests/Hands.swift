import ExperimentSupport
import Foundation
import ModelFile
import Pictures
import RunStore
import Testing

@testable import Commands
@testable import Experiments

extension Notebook {
  /// A notebook that remembers, with a source of two classes in `Pets` and a copy of it in `work`, as `pets`.
  static func withWork(data: URL? = nil) throws -> Notebook {
    let notebook = try Notebook(data: data, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    notebook.run("dataset pets path=\"Pets\" into=\"work\"")
    return notebook
  }

  /// Everything in a folder: each path with the digest of its content, `/` for a folder.
  func tree(_ path: String) -> [String: String] {
    let root = folder.appending(path: path).path(percentEncoded: false)
    var tree: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      let place = URL(filePath: "\(root)/\(name)")
      tree[name] = FilePath.isFolder(place) ? "/" : (try? Data(contentsOf: place)).map { ContentHash(of: $0).short }
    }
    return tree
  }

  /// The names of a split's photos.
  func names(_ dataset: String, _ split: String) -> [String] {
    self.dataset(dataset)?.split(split)?.photos.map { "\($0.label)/\($0.name)" } ?? []
  }

  /// The same folder after a restart: a session that knows nothing.
  func restarted() throws -> Workbench {
    Workbench(
      files: DataFolder(workingFolder: folder, folder: folder.appending(path: "data")),
      store: try RunStore.open(folder: folder.appending(path: "state")))
  }
}
