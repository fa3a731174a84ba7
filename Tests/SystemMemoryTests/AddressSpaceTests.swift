import SystemMemory
import Testing

/// With a limit it is tried from outside: one of this process would be one for all tests.
@Suite struct AddressSpaceTests {
  @Test func `what is left follows from the limit`() throws {
    guard let limit = AddressSpace.limit else {
      #expect(AddressSpace.left == nil)
      return
    }
    #expect(try #require(AddressSpace.left) < limit)
  }
}
