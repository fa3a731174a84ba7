import Foundation
import Language
import Networks
import Synchronization
import Training

@testable import Commands
@testable import Experiments

/// All that a cell could change, to be compared before and after one that fails.
struct Snapshot: Equatable {
  private let datasets: [String: PhotoDataset]
  private let tables: [String: [Int]]
  private let variables: [String: String]
  private let networks: [String: Learnt]
  private let memories: [String: NearestNeighbors]
  private let files: [String]

  /// What a network has learnt.
  private struct Learnt: Equatable {
    let definition: NetworkDefinition
    let starter: NetworkDefinition
    let classes: [String]
    let losses: [Double]
    let state: TrainingState?
    let seed: UInt64?

    init(_ model: NetworkModel) {
      definition = model.definition
      starter = model.initial.definition
      classes = model.outputs.classes
      losses = model.training.records.map(\.trainLossMean)
      state = model.training.state
      seed = model.initial.seed
    }
  }

  init(_ notebook: Notebook) {
    (datasets, tables, variables, networks, memories) = notebook.workbench.withConversation { conversation in
      let session = conversation.workspace
      var photos: [String: PhotoDataset] = [:]
      var tables: [String: [Int]] = [:]
      for (name, dataset) in session.datasets {
        switch dataset {
        case .photos(let dataset): photos[name] = dataset
        case .table: tables[name] = dataset.splits.map(\.count)
        }
      }
      var networks: [String: Learnt] = [:]
      var memories: [String: NearestNeighbors] = [:]
      for (name, model) in session.models {
        switch model {
        case .network(let model): networks[name] = Learnt(model)
        case .neighbors(let model): memories[name] = model.memory
        case .hybrid(let model):
          networks[name] = Learnt(model.network)
          memories[name] = model.neighbors.memory
        }
      }
      return (photos, tables, conversation.variables.mapValues(\.text), networks, memories)
    }
    let path = notebook.folder.path(percentEncoded: false)
    files = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter {
      // What the program remembers of its own is no change of the notebook.
      !$0.hasPrefix("state")
    }.sorted()
  }
}
