import Testing
import Training

@Suite struct BatchesTests {
  private func batches(
    _ samples: Int, of size: Int, _ last: Batches.LastBatch, shuffle: Bool = false, seed: UInt64 = 1
  ) -> Batches {
    Batches(
      sampleCount: samples, miniBatchSize: size, lastBatch: last, shuffle: shuffle, seeds: SeedPlan(seed: seed))
  }

  private func epoch(_ batches: Batches, _ epoch: Int = 0) -> [[Int]] {
    let order = batches.order(epoch: epoch)
    return (0..<batches.count).map { batches.indices(batch: $0, in: order) }
  }

  @Test func `thirty photos in mini-batches of eight: four, the last filled from the start`() {
    let all = epoch(batches(30, of: 8, .wrap))
    #expect(all.count == 4)
    #expect(all[3] == [24, 25, 26, 27, 28, 29, 0, 1])
    #expect(all.joined().count == 32)
  }

  @Test func `or short`() {
    let all = epoch(batches(30, of: 8, .short))
    #expect(all.map(\.count) == [8, 8, 8, 6])
    #expect(Array(all.joined()) == Array(0..<30))
  }

  @Test func `a mini-batch larger than the data repeats it, or holds it once`() {
    #expect(epoch(batches(3, of: 8, .wrap)) == [[0, 1, 2, 0, 1, 2, 0, 1]])
    #expect(epoch(batches(3, of: .max, .short)) == [[0, 1, 2]])
    #expect(batches(3, of: .max, .wrap).count == 1)
    #expect(epoch(batches(3, of: 8, .short)) == [[0, 1, 2]])
  }

  @Test func `every size of data and mini-batch`() {
    for samples in 1...20 {
      for size in 1...22 {
        for shuffle in [false, true] {
          let short = epoch(batches(samples, of: size, .short, shuffle: shuffle))
          let wrapped = epoch(batches(samples, of: size, .wrap, shuffle: shuffle))
          #expect(short.count == (samples + size - 1) / size && wrapped.count == short.count)
          #expect(short.joined().sorted() == Array(0..<samples))
          #expect(wrapped.allSatisfy { $0.count == size })
          #expect(Array(wrapped.joined().prefix(samples)) == Array(short.joined()))
        }
      }
    }
  }

  @Test func `a shuffled last mini-batch is filled from the start of the shuffled order`() {
    let shuffled = batches(30, of: 8, .wrap, shuffle: true)
    let order = shuffled.order(epoch: 4)
    let wanted: [Int] = Array(order[24...]) + Array(order[..<2])
    #expect(shuffled.indices(batch: 3, in: order) == wanted)
  }

  @Test func `each epoch and seed has its own order, always the same`() {
    let shuffled = batches(30, of: 8, .wrap, shuffle: true)
    let orders = (0..<10).map { shuffled.order(epoch: $0) }
    #expect(Set(orders).count == 10)
    #expect(orders[7] == batches(30, of: 1, .short, shuffle: true).order(epoch: 7))
    #expect(orders[7] != batches(30, of: 8, .wrap, shuffle: true, seed: 2).order(epoch: 7))
  }
}
