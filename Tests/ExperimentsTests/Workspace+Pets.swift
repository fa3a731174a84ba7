import ExperimentSupport
import Foundation

@testable import Experiments

extension Workspace {
  /// A workspace with the small dataset `pets`, whose photos are made in a folder.
  convenience init(petsIn scratch: ScratchFolder) throws {
    try scratch.smallDataset()
    self.init(files: DataFolder(workingFolder: scratch.folder, folder: scratch.folder), store: nil)
    let read = try PhotoFolder(folder: scratch.folder.appending(path: "Pets"), name: "pets").read(labels: nil)
    try catalogue.put(.photos(read))
  }
}
