import Testing

@testable import JupyterKernel

@Suite struct DoorbellTests {
  @Test func `rings are heard until they are silenced`() throws {
    let doorbell = try Doorbell()
    #expect(doorbell.silence().isEmpty)
    doorbell.ring()
    doorbell.ring(15)
    #expect(doorbell.silence() == [0, 15])
    #expect(doorbell.silence().isEmpty)
  }

  @Test func `ringing without end blocks nobody`() throws {
    let doorbell = try Doorbell()
    for _ in 0..<100_000 { doorbell.ring() }
    #expect(!doorbell.silence().isEmpty)
  }
}
