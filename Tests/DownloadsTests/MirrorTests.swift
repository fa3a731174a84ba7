import Testing

@testable import Downloads

struct MirrorTests {
  @Test(arguments: [
    ("http://127.0.0.1:8000", "http://127.0.0.1:8000/models/a%20b.mlmodel"),
    ("https://example.org/whet/", "https://example.org/whet/models/a%20b.mlmodel"),
    ("HTTP://example.org", "HTTP://example.org/models/a%20b.mlmodel"),
  ])
  func `a mirror keeps the files as the data folder does`(base: String, address: String) {
    #expect(Mirror(base)?.address(of: "models/a b.mlmodel") == address)
  }

  @Test(arguments: ["", "example.org", "file:///etc", "ftp://example.org", "http://", "https://a b", "http://a\n"])
  func `only addresses of the web are mirrors`(base: String) {
    #expect(Mirror(base) == nil)
  }

  @Test func `signs that an address cannot hold are escaped`() {
    #expect(Mirror.escaped("train/✌️/a-b_c.~1") == "train/%E2%9C%8C%EF%B8%8F/a-b_c.~1")
    #expect(Mirror.escaped("100%#?&") == "100%25%23%3F%26")
  }
}
