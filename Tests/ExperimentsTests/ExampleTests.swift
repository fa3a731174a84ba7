import ExperimentSupport
import Experiments
import Foundation
import ModelFile
import Testing
import Training

/// The library is used here as docs/experiments.md shows it: the lines between the marks are those of the page.
struct ExampleTests {
  @Test func `a dataset, two models, a comparison and a saved file`() throws {
    let scratch = try ScratchFolder()
    try scratch.smallDataset(at: "Pets")
    let folder = scratch.folder
    // begin
    let workspace = Workspace(files: DataFolder(workingFolder: folder, folder: folder), store: nil)
    let pets = try PhotoFolder(folder: folder.appending(path: "Pets"), name: "pets").read(labels: nil)
    try workspace.catalogue.put(.photos(pets))

    let sketch = try workspace.library.extractor(of: "sketch", layer: nil)
    var near = try NeighborsModel(name: "near", looksThrough: sketch)
    let net = try NetworkModel(name: "net", from: "sketch", classes: 2, seed: 42, in: workspace.library)

    let inference = workspace.inference()
    let all = try workspace.selection(named: "pets")
    let folds = try EvaluationProtocol(.folds, on: all, folds: 5, repeats: 1, seed: 1)
    let comparison = try Comparison(of: [.neighbors(near), .network(net)], on: all, by: folds, inference)
    for entrant in comparison.entrants { print(entrant.name, entrant.accuracy) }

    let photos = pets.splits[0].photos
    let features = try workspace.featureCache.features(of: photos, through: sketch).tensor
    _ = try near.memory.remember(features, labels: photos.map(\.label), keys: photos.map(\.identity))
    let saved = folder.appending(path: "near.mlmodel")
    try ModelFileWriter { $0 }.file(of: near, library: workspace.library).write(to: saved)
    // end
    #expect(comparison.entrants.map(\.name) == ["near", "net"])
    #expect(comparison.entrants[0].accuracy == 1)
    #expect(try ModelFile(contentsOf: saved).isUpdatable)
  }
}
