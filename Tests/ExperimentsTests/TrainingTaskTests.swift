import ExperimentSupport
import Networks
import Tensors
import Testing
import Training

@testable import Experiments

/// The one training loop: what an observer is told, and how it ends.
struct TrainingTaskTests {
  /// Ten samples of two features that a fully connected layer can tell apart.
  private func task(
    epochs: Int = 3, learningRate: Double = 0.1, change: (inout TrainingSettings) -> Void = { _ in },
    goesOn state: TrainingState? = nil, features: Int = 2
  ) throws -> TrainingTask {
    let product = InnerProductDefinition(
      inputChannels: 2, outputChannels: 2, weights: Tensor(shape: [2, 2], values: [0.1, -0.2, 0.3, 0.1]), bias: nil)
    var layers = [
      LayerDefinition(name: "fc", inputs: ["x"], outputs: ["scores"], kind: .innerProduct(product)),
      LayerDefinition(name: "prob", inputs: ["scores"], outputs: ["p"], kind: .softmax),
    ]
    layers[0].isUpdatable = true
    let parts = try TrainableParts(
      of: NetworkDefinition(inputs: [NetworkInput(name: "x", shape: [2])], layers: layers, outputs: ["p"]),
      source: "small")
    let values = (0..<10).flatMap { (place: Int) -> [Float] in
      (0..<features).map { $0 == place % 2 ? Float(1 + place) : 0 }
    }
    var settings = TrainingSettings(
      epochs: epochs, miniBatchSize: 4, lastBatch: .short, optimizer: .sgd(learningRate: learningRate), seed: 1)
    change(&settings)
    let source = try InMemorySamples(
      inputs: ["x": Tensor(shape: [10, features], values: values)], targets: .classes((0..<10).map { $0 % 2 }))
    return try TrainingTask("hand", parts, settings: settings, source: source, state: state)
  }

  @Test func `an observer is told every event in order, and a training of all its epochs is finished`() throws {
    var told: [String] = []
    let ending = try task(epochs: 2).run { event in
      switch event {
      case .trainingBegin: told.append("begin")
      case .miniBatchEnd(let epoch, let index, let count, _): told.append("\(epoch).\(index) of \(count)")
      case .epochEnd(let record): told.append("epoch \(record.epoch)")
      case .completed: told.append("completed")
      }
      return true
    }
    #expect(ending == .finished(isEarly: false, keptEpoch: nil))
    let epochs = (0..<2).flatMap { ["\($0).0 of 3", "\($0).1 of 3", "\($0).2 of 3", "epoch \($0 + 1)"] }
    #expect(told == ["begin"] + epochs + ["completed"])
  }

  @Test func `stopped by its observer it stands there, and goes on to the same bits`() throws {
    let whole = try task()
    _ = try whole.run { _ in true }
    let first = try task()
    var batches = 0
    let ending = try first.run { event in
      if case .miniBatchEnd = event { batches += 1 }
      return batches < 5
    }
    #expect(ending == .stopped)
    #expect(first.update.state.epoch == 1 && first.update.state.batch == 2)
    let second = try task(goesOn: first.update.state)
    for key in first.update.network.trainableParameters {
      second.update.network[parameter: key] = first.update.network[parameter: key]
    }
    #expect(try second.run { _ in true } == .finished(isEarly: false, keptEpoch: nil))
    for key in whole.update.network.trainableParameters {
      #expect(second.update.network[parameter: key] == whole.update.network[parameter: key])
    }
  }

  @Test func `stopped within a mini-batch it stands before it`() throws {
    let task = try task()
    task.update.goesOnWithinBatch = { false }
    var events = 0
    let ending = try task.run { _ in
      events += 1
      return true
    }
    #expect(ending == .stopped)
    #expect(events == 1 && task.update.state.batch == 0)
  }

  @Test func `patience over is an early end with the best weights, also where the observer stops it then`() throws {
    for stops in [false, true] {
      let task = try task(epochs: 50) { settings in
        settings.earlyStop = .init(patience: 3, leastGain: 1e6)
        settings.keep = .best
      }
      var last = TrainingEvent.trainingBegin
      let ending = try task.run { event in
        last = event
        return !stops || !task.update.state.isComplete
      }
      #expect(ending == .finished(isEarly: true, keptEpoch: 1))
      guard case .completed = last else {
        Issue.record("the end was not told: \(last)")
        return
      }
    }
  }

  @Test func `a loss beyond numbers is an ending, with the weights of the last sound epoch`() throws {
    let task = try task(epochs: 500, learningRate: 1000) { $0.optimizer.weightDecay = 1000 }
    let ending = try task.run { _ in true }
    guard case .diverged(let divergence) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(divergence.keptEpochs == task.update.state.epochs)
    #expect(ending.hasDiverged && !TrainingEnding.stopped.hasDiverged)
    for key in task.update.network.trainableParameters {
      #expect(task.update.network[parameter: key]?.values.allSatisfy(\.isFinite) == true)
    }
  }

  @Test func `what does not fit is told of the model`() throws {
    #expect { try task(epochs: 0) } throws: { error in
      if case ExperimentError.model(.training("hand", .setting)) = error { true } else { false }
    }
    #expect { try task(features: 3).run { _ in true } } throws: { error in
      if case ExperimentError.model(.network("hand", _)) = error { true } else { false }
    }
    let right = try task()
    #expect {
      try right.run { event in
        var settings = right.update.settings
        settings.epochs += 1
        try right.update.change(to: settings)
        return true
      }
    } throws: { error in
      if case ExperimentError.model(.training("hand", .fixedWhileTraining(["epochs"]))) = error { true } else { false }
    }
  }
}
