import Foundation
import Networks
import RunStore
import Tensors
import Training

/// What came of a client's training, as it goes between kernel and workers: a line of text, then the network's numbers.
enum ClientResult {
  /// What the network has become.
  case learnt(ParameterSnapshot)
  /// The loss has left the numbers: it would again.
  case diverged(Divergence)

  private struct Head: Codable {
    let parameters: [Entry]
    let divergence: Divergence?
    let numbers: ContentHash
  }

  private struct Entry: Codable {
    let key: ParameterKey
    let shape: [Int]
  }

  /// As it is written.
  var data: Data {
    var (numbers, entries, divergence) = (Data(), [Entry](), nil as Divergence?)
    switch self {
    case .learnt(let snapshot):
      let keys = snapshot.tensors.keys.sorted { ($0.layer, $0.part.rawValue) < ($1.layer, $1.part.rawValue) }
      for key in keys {
        guard let tensor = snapshot.tensors[key] else { continue }
        numbers.append(tensor.values.littleEndian)
        entries.append(Entry(key: key, shape: tensor.shape))
      }
    case .diverged(let found): divergence = found
    }
    let head = Head(parameters: entries, divergence: divergence, numbers: ContentHash(of: numbers))
    // Numbers, texts and a digest: this cannot fail.
    var data = (try? JSONEncoder.ofJobs.encode(head)) ?? Data()
    data.append(0x0A)
    data.append(numbers)
    return data
  }

  /// Reads one, as any file of others; nil where it is torn, or not of this network.
  init?(_ data: Data, of network: NetworkDefinition) {
    guard let end = data.firstIndex(of: 0x0A),
      let head = try? JSONDecoder.ofJobs.decode(Head.self, from: data[data.startIndex..<end])
    else { return nil }
    let bytes = Data(data[(end + 1)...])
    guard ContentHash(of: bytes) == head.numbers, let numbers = [Float](littleEndian: bytes) else { return nil }
    if let divergence = head.divergence {
      self = .diverged(divergence)
      return
    }
    let known = network.parameters
    var (rest, tensors) = (numbers[...], [ParameterKey: Tensor]())
    for entry in head.parameters {
      guard let own = known[entry.key], own.shape == entry.shape, own.count <= rest.count, tensors[entry.key] == nil
      else { return nil }
      tensors[entry.key] = Tensor(shape: entry.shape, values: Array(rest.prefix(own.count)))
      rest = rest.dropFirst(own.count)
    }
    guard rest.isEmpty, !tensors.isEmpty else { return nil }
    self = .learnt(ParameterSnapshot(tensors))
  }
}
