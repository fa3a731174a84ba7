import Pictures
import Testing

@Suite(.enabled(if: Libraries.canRead("HEIC"), "needs libheif with a decoder for HEVC")) struct HEIFTests {
  @Test func `a file whose last box reaches beyond its end breaks off`() throws {
    let file = try Reference.file("HEIC")
    #expect(throws: PictureError.Problem.ends(.heic, afterBytes: file.count - 1)) {
      try Picture(bytes: Array(file.dropLast()))
    }
  }

  @Test func `a picture said to be huge is refused before decoding`() throws {
    var file = try Reference.file("HEIC")
    let extent = try #require(file.indices.last { Array(file[$0...].prefix(4)) == Array("ispe".utf8) })
    file.replaceSubrange(extent + 8..<extent + 16, with: [0, 0, 0x70, 0, 0, 0, 0x70, 0])
    do {
      _ = try Picture(bytes: file)
      Issue.record("it was read")
    } catch {
      guard case .tooManyPixels(.heic, 0x7000, 0x7000, 50_000_000) = error else {
        Issue.record("unexpected \(error)")
        return
      }
    }
  }

  @Test func `a picture of other sides than the file says is damage`() throws {
    var file = try Reference.file("HEIC")
    let extent = try #require(file.indices.last { Array(file[$0...].prefix(4)) == Array("ispe".utf8) })
    file[extent + 11] = 16
    do {
      _ = try Picture(bytes: file)
      Issue.record("it was read")
    } catch {
      guard case .damaged(.heic, _, _) = error else {
        Issue.record("unexpected \(error)")
        return
      }
    }
  }
}
