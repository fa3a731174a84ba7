import ExperimentSupport
import Networks
import Tensors
import Testing

@testable import Experiments

struct FingerprintTests {
  private func digest(_ texts: String...) -> Fingerprint {
    var fingerprint = Fingerprint()
    for text in texts { fingerprint.add(text) }
    return fingerprint
  }

  @Test func `the digest of a text is the same on every machine and in every run`() {
    #expect(digest().short.count == 8)
    #expect(digest("hands") == digest("hands"))
    #expect(digest("hands").short == String(digest("hands").short.lowercased()))
  }

  @Test func `two pieces differ from their concatenation, and from the other order`() {
    let all = [digest("ab"), digest("a", "b"), digest("b", "a"), digest("", "ab"), digest("ab", ""), digest()]
    #expect(Set(all).count == all.count)
  }

  @Test func `every single bit counts`() {
    let base = (0..<100).map { Float($0) }
    var seen: Set<Fingerprint> = []
    for index in base.indices {
      for bit in 0..<32 {
        var changed = base
        changed[index] = Float(bitPattern: changed[index].bitPattern ^ (1 << bit))
        var fingerprint = Fingerprint()
        fingerprint.add(changed)
        seen.insert(fingerprint)
      }
    }
    #expect(seen.count == 3200)
  }

  @Test func `a network is known by its structure and every parameter`() {
    let network = TinyNetwork().definition
    let original = Fingerprint(of: network)
    #expect(Fingerprint(of: TinyNetwork().definition) == original)
    var others: [NetworkDefinition] = [TinyNetwork(seed: 2).definition]
    for index in network.layers.indices {
      var renamed = network
      renamed.layers[index].name += "x"
      others.append(renamed)
    }
    if case .pooling(var pool) = network.layers[2].kind {
      pool.statistic = .max
      var other = network
      other.layers[2].kind = .pooling(pool)
      others.append(other)
    }
    if case .innerProduct(var product) = network.layers[4].kind {
      product.bias?.values[1] += 1
      var other = network
      other.layers[4].kind = .innerProduct(product)
      others.append(other)
    }
    var moved = network
    moved.inputs[0].image?.biases[2] = 0
    others.append(moved)
    #expect(Set(others.map { Fingerprint(of: $0) } + [original]).count == others.count + 1)
  }
}
