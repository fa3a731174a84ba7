import Tensors
import Testing

@testable import Networks

struct MemoryLimitTests {
  @Test func `the system tells how much there is`() throws {
    let available = try #require(MemoryLimit.available)
    #expect(available > 1 << 20)
  }

  @Test(arguments: [(100 << 20, 200 << 20), (0, 0), (64 << 20, 0), (180 << 20, 200 << 20)])
  func `what fits is let pass, and small things always`(bytes: Int, available: Int) throws {
    try MemoryLimit.checkAvailable(bytes, available: available)
  }

  @Test(arguments: [(181 << 20, 200 << 20), (65 << 20, 0), (Int.max, 1 << 40)])
  func `what does not fit is refused before it is asked for`(bytes: Int, available: Int) {
    #expect(throws: NetworkError.tooLarge(layer: "a", bytes: bytes)) {
      try MemoryLimit.checkAvailable(bytes, layer: "a", available: available)
    }
  }

  /// A map of [2, 6, 6] whose border of zeros makes a band, in which each thread lays out rows before they are summed.
  private var bordered: Program {
    get throws {
      let layer = ConvolutionDefinition(
        outputChannels: 3, kernelSize: Extent(5, 5), padding: .same(topLeftHeavy: false),
        weights: Tensor(shape: [3, 2, 5, 5]), bias: nil)
      return try Program(Blueprint(chain([2, 6, 6], [("y", .convolution(layer))])), wanted: [1])
    }
  }

  @Test func `a run's memory is that of its samples and what each thread lays out`() throws {
    let program = try bordered
    let scratch = try #require(program.runners.map(\.memory.scratch).max())
    // All six rows with a border of two around them, of the three maps that come back.
    #expect(scratch == 10 * 10 * 3)
    #expect(program.memory.bytes(samples: 0, threads: 3) == 3 * scratch * 4)
    #expect(program.memory.bytes(samples: 7, threads: 0) == 7 * program.storage.floatsPerSample * 4)
    #expect(program.memory.bytes(samples: 7, threads: 3) == (7 * program.storage.floatsPerSample + 3 * scratch) * 4)
  }

  @Test func `what no integer holds is the most there is`() throws {
    #expect(try bordered.memory.bytes(samples: 1 << 60, threads: 1) == Int.max)
    #expect(try bordered.memory.bytes(samples: 1, threads: 1 << 60) == Int.max)
  }
}
