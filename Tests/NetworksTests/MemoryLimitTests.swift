import Testing

@testable import Networks

struct MemoryLimitTests {
  @Test func `the system tells how much there is`() throws {
    let available = try #require(AvailableMemory.bytes)
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
}
