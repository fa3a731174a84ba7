import Figures
import Language
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct CandidateTests {
  private func candidate(_ name: String, in notebook: Notebook) throws -> Candidate {
    let model = try #require(notebook.model(name))
    return try notebook.workbench.withWorkspace { session in
      try session.inference().candidate(model, on: try session.selection(named: "pets"))
    }
  }

  @Test func `trained on the training photos, a network is the one that train makes`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train from=start epochs=3 learningRate=0.05 augment=flipHorizontal")
    let candidate = try candidate("hand", in: notebook)
    let trial = try candidate.run(Folds.Split(learning: Array(0..<6), held: Array(6..<10))) { true }
    let expected = try notebook.probabilities("hand", on: "pets.test")
    let values = trial.answers.rows.flatMap { row in row.probabilities.map { Float($0.probability) } }
    #expect(values == expected.values)
    #expect(trial.losses == (try notebook.network("hand")).training.records.map(\.trainLossMean))
    #expect(!trial.hasDiverged)
  }

  @Test func `a repetition has other first weights and another order, and is the same each time`() throws {
    let notebook = try Notebook.withNetwork()
    let candidate = try candidate("hand", in: notebook)
    let split = Folds.Split(learning: Array(0..<6), held: Array(6..<10))
    let first = try candidate.run(split) { true }
    let second = try candidate.run(split, repetition: 1) { true }
    #expect(first.losses != second.losses)
    #expect(second.losses == (try candidate.run(split, repetition: 1) { true }).losses)
    notebook.run("reset hand seed=43; train hand on=pets.train seed=43")
    #expect(second.losses == (try notebook.network("hand")).training.records.map(\.trainLossMean))
  }

  @Test func `a k-NN model answers as it does when it has learnt the same photos`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=2 weighting=uniform; train near on=pets.train")
    let trial = try candidate("near", in: notebook).run(Folds.Split(learning: Array(0..<6), held: Array(6..<10))) {
      true
    }
    let near = try notebook.neighbors("near")
    let expected = try notebook.workbench.withWorkspace { session in
      try session.inference().evaluate(.neighbors(near), on: try session.selection(named: "pets.test"))
    }
    #expect(trial.answers == .classes(expected))
  }

  @Test func `a loss beyond numbers is told apart`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 learningRate=0.1")
    var candidate = try candidate("hand", in: notebook)
    guard case .network(var configuration) = candidate.configuration else { return #expect(Bool(false)) }
    configuration.settings.optimizer.learningRate = 1000
    configuration.settings.optimizer.weightDecay = 1000
    configuration.settings.epochs = 20
    candidate.configuration = .network(configuration)
    let trial = try candidate.run(Folds.Split(learning: Array(0..<6), held: [6])) { true }
    #expect(trial.hasDiverged)
    #expect(trial.answers.rows[0].probabilities.allSatisfy { $0.probability.isFinite })
  }

  @Test func `whoever asks to stop is heard after a mini-batch`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 miniBatchSize=1")
    let candidate = try candidate("hand", in: notebook)
    let asked = Mutex(0)
    #expect(throws: Interruption.self) {
      try candidate.run(Folds.Split(learning: Array(0..<6), held: [6])) {
        asked.withLock { count in
          count += 1
          return count < 3
        }
      }
    }
    #expect(asked.withLock { $0 } == 3)
  }
}
