import Testing

@testable import Networks

@Suite struct ChunkTests {
  @Test func `chunks hold every sample once, in order, and none is empty`() {
    for samples in 1...70 {
      let chunks = Chunks(samples: samples)
      #expect(chunks.count == (samples < 4 ? samples : samples < 16 ? 4 : 8))
      for chunks in [chunks, Chunks(samples, of: 4), Chunks(samples, into: 1)] {
        let ranges = (0..<chunks.count).map { chunks[$0] }
        #expect(ranges.allSatisfy { !$0.isEmpty })
        #expect(ranges.flatMap { Array($0) } == Array(0..<samples))
        #expect(chunks.longest == ranges.map(\.count).max())
      }
    }
  }

  @Test func `sums begin with a chunk's first sample and are added in a binary tree`() {
    var sums = ChunkSums()
    for length in [5, 3] {
      sums.begin(4, of: length)
      // In single precision 1e8 + 1 is 1e8: the order can be seen. One after the other they would come to 1.
      for (number, value) in [Float(1e8), 1, -1e8, 1].enumerated() {
        sums.sums(Chunk(number: number, begins: true))[0] = 7
        sums.sums(Chunk(number: number, begins: true))[0] += value
        sums.sums(Chunk(number: number, begins: false))[1] += Float(number)
      }
      var result = [Float](repeating: -1, count: length)
      result.withUnsafeMutableBufferPointer { sums.add(4, into: $0.baseAddress!) }
      #expect(result == [0, 6] + [Float](repeating: 0, count: length - 2))
    }
  }
}
