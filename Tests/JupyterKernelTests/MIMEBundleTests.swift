import JupyterKernel
import JupyterWire
import Testing

@Suite struct MIMEBundleTests {
  @Test func `each form stands under its type`() {
    #expect(MIMEBundle(plainText: "a").data == ["text/plain": "a"])
    #expect(
      MIMEBundle(plainText: "a", html: "b", svg: "c").data
        == ["text/plain": "a", "text/html": "b", "image/svg+xml": "c"])
    #expect(MIMEBundle(["text/latex": "$x$"], metadata: ["isolated": true]).metadata == ["isolated": true])
  }
}
