import Networks
import Tensors
import Training

/// What memory trainings take, one after the other in one process.
enum Memory {
  /// Trains LeNet 20 times for an epoch of 8,000 samples, and prints the memory after each and at the peak.
  static func run() throws {
    let definition = LeNet.definition()
    let samples = try InMemorySamples(
      inputs: ["image": LeNet.images(8000)], targets: .classes((0..<8000).map { $0 % 10 }))
    print("before: \(Int(Machine.memory.now)) MB")
    var after: [Double] = []
    for _ in 0..<20 {
      let session = try UpdateSession(
        network: Network(definition),
        settings: TrainingSettings(epochs: 1, miniBatchSize: 128, optimizer: .adam(learningRate: 1e-3), seed: 1),
        source: samples
      )
      while try session.next() != nil {}
      after.append(Machine.memory.now)
    }
    print("after each of 20 trainings: " + after.map { "\(Int($0))" }.joined(separator: " ") + " MB")
    let spread = (after.dropFirst().max() ?? 0) - (after.dropFirst().min() ?? 0)
    print("peak \(Int(Machine.memory.peak)) MB, spread from the second on \((spread * 10).rounded() / 10) MB")
  }
}
