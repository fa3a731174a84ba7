import Pictures
import Testing

@Suite(.enabled(if: Libraries.canRead("WebP"), "needs libwebp")) struct WebPTests {
  @Test func `a file shorter than it says breaks off`() throws {
    let file = try Reference.file("WebP lossless")
    #expect(throws: PictureError.Problem.ends(.webP, afterBytes: file.count - 1)) {
      try Picture(bytes: Array(file.dropLast()))
    }
  }

  @Test func `a first picture outside of its canvas is damage`() throws {
    var file = try Reference.file("WebP animated")
    let frame = try #require(file.indices.first { Array(file[$0...].prefix(4)) == Array("ANMF".utf8) })
    file[frame + 8] = 5
    #expect(throws: PictureError.Problem.damaged(.webP, bytes: file.count, detail: "a picture outside of its canvas")) {
      try Picture(bytes: file)
    }
  }
}
