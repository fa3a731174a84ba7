import JupyterKernel
import Testing

@Suite struct CancellationTests {
  @Test func `once cancelled, it stays so`() {
    let cancellation = Cancellation()
    #expect(!cancellation.isCancelled)
    cancellation.cancel()
    cancellation.cancel()
    #expect(cancellation.isCancelled)
  }
}
