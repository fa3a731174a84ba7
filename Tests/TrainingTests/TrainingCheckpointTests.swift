import Foundation
import Networks
import Tensors
import Testing
import Training

@Suite struct TrainingCheckpointTests {
  private let settings = TrainingSettings(
    epochs: 4, optimizer: .adam(learningRate: 0.05), seed: 3, keep: .best)

  private func network(seed: UInt64 = 7, classes: Int = 3) throws -> Network {
    try Network(SmallNetworks.head(inputs: 4, classes: classes, seed: seed))
  }

  private var validation: [ValidationSet] {
    get throws { [ValidationSet(name: "test", source: try SmallNetworks.samples(15, seed: 2))] }
  }

  private func session() throws -> UpdateSession {
    try UpdateSession(
      network: try network(), settings: settings, source: try SmallNetworks.samples(30), validation: try validation)
  }

  @Test(arguments: [0, 3, 6, 11, 20])
  func `taken up from a checkpoint it ends as if it had never stopped`(events: Int) throws {
    let whole = try session()
    while try whole.next() != nil {}
    let first = try session()
    for _ in 0..<events { _ = try first.next() }
    let data = try JSONEncoder().encode(first.checkpoint)
    let checkpoint = try JSONDecoder().decode(TrainingCheckpoint.self, from: data)
    #expect(checkpoint == first.checkpoint)
    let second = try UpdateSession(
      network: try network(seed: 1), checkpoint: checkpoint, source: try SmallNetworks.samples(30),
      validation: try validation)
    while try second.next() != nil {}
    #expect(second.checkpoint == whole.checkpoint)
  }

  @Test func `a checkpoint of another network or other data changes nothing`() throws {
    let checkpoint = try session().checkpoint
    let wide = try network(classes: 5)
    let before = ParameterSnapshot(wide)
    #expect(throws: TrainingError.stateMismatch(of: "fullyconnected0", expected: 20, actual: 12)) {
      try UpdateSession(network: wide, checkpoint: checkpoint, source: try SmallNetworks.samples(30))
    }
    #expect(ParameterSnapshot(wide) == before)
    let other = try network(seed: 1)
    let own = ParameterSnapshot(other)
    #expect(throws: TrainingError.stateMismatch(of: "samples", expected: 30, actual: 31)) {
      try UpdateSession(network: other, checkpoint: checkpoint, source: try SmallNetworks.samples(31))
    }
    #expect(ParameterSnapshot(other) == own)
  }

  @Test(arguments: [
    #"[{"key":{"layer":"f","part":"weights"},"shape":[2],"bytes":"AAAA"}]"#,
    #"[{"key":{"layer":"f","part":"weights"},"shape":[-2],"bytes":""}]"#,
    #"[{"key":{"layer":"f","part":"weights"},"shape":[4611686018427387904,4],"bytes":""}]"#,
    #"[{"key":{"layer":"f","part":"weights"},"shape":[1],"bytes":"AAAAAAA="}]"#, "{}",
  ])
  func `damaged parameters are refused, not believed`(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ParameterSnapshot.self, from: Data(json.utf8)) }
  }

  @Test func `parameters keep every bit, those of no number too`() throws {
    let network = try network()
    let key = try #require(network.trainableParameters.first)
    var tensor = try #require(network[parameter: key])
    tensor.values[0] = -0.0
    tensor.values[1] = .leastNonzeroMagnitude
    tensor.values[2] = .infinity
    network[parameter: key] = tensor
    let snapshot = ParameterSnapshot(network)
    let again = try JSONDecoder().decode(ParameterSnapshot.self, from: try JSONEncoder().encode(snapshot))
    #expect(again.tensors[key]?.values.map(\.bitPattern) == tensor.values.map(\.bitPattern))
    #expect(!again.isFinite)
  }
}
