import SystemMemory
import Testing

@Suite struct AvailableMemoryTests {
  @Test func `little can always be had, and never more than there is`() throws {
    let available = try #require(AvailableMemory.bytes)
    #expect(AvailableMemory.has(0) && AvailableMemory.has(1 << 20))
    #expect(!AvailableMemory.has(available) && !AvailableMemory.has(.max))
  }
}
