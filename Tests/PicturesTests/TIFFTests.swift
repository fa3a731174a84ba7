import Pictures
import Testing

@Suite(.enabled(if: Libraries.canRead("TIFF"), "needs libtiff")) struct TIFFTests {
  @Test func `a strip that is larger than any picture is refused`() throws {
    var file = try Reference.file("TIFF raw")
    // The rows of a strip (tag 278) and the height (257), as numbers of 32 bits.
    for tag: UInt8 in [0x16, 0x01] {
      let entry = try #require(
        stride(from: 10, to: file.count - 12, by: 2).first { file[$0] == tag && file[$0 + 1] == 1 && file[$0 + 3] == 0 }
      )
      file.replaceSubrange(entry + 2..<entry + 12, with: [4, 0, 1, 0, 0, 0, 0, 0, 0, 0x7F])
    }
    do {
      _ = try Picture(bytes: file)
      Issue.record("it was read")
    } catch {
      guard case .damaged(.tiff, file.count, _) = error else {
        Issue.record("unexpected \(error)")
        return
      }
    }
  }

  @Test func `numbers with a point are named`() throws {
    var file = try Reference.file("TIFF grey")
    // The bits of a sample (tag 258) become 32; libtiff has no pixels of these.
    let entry = try #require(
      stride(from: 10, to: file.count - 12, by: 2).first { file[$0] == 2 && file[$0 + 1] == 1 && file[$0 + 2] == 3 })
    file[entry + 8] = 32
    do {
      _ = try Picture(bytes: file)
      Issue.record("it was read")
    } catch {
      guard case .unsupported(.tiff, let feature) = error else {
        Issue.record("unexpected \(error)")
        return
      }
      #expect(feature.contains("32"))
    }
  }
}
