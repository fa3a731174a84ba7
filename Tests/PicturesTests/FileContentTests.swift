import Pictures
import Testing

@Suite struct FileContentTests {
  @Test(arguments: [
    ([0xFF, 0xD8, 0xFF, 0xE0], FileContent.jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (ascii("GIF89a…"), .gif), (ascii("GIF87a"), .gif), (ascii("RIFF1234WEBPVP8 "), .webP),
    (ascii("RIFF1234WAVEfmt "), .text), (ascii("BM1234"), .bmp), ([0x49, 0x49, 0x2A, 0x00], .tiff),
    ([0x4D, 0x4D, 0x00, 0x2A], .tiff), ([0, 0, 0, 24] + ascii("ftypheic"), .heic),
    ([0, 0, 0, 24] + ascii("ftypmif1"), .heic), ([0, 0, 0, 24] + ascii("ftypavif"), .avif),
    ([0, 0, 0, 24] + ascii("ftypmif1\0\0\0\0mif1avif"), .avif),
    ([0, 0, 0, 24] + ascii("ftypmif1\0\0\0\0mif1heic"), .heic),
    ([0x49, 0x49, 0x2B, 0x00], .tiff), ([0, 0, 0, 24] + ascii("ftypisom"), .unknown), (ascii("%PDF-1.7"), .pdf),
    ([0x50, 0x4B, 3, 4], .zip),
    ([0xFF, 0x0A, 0], .jpegXL), ([0, 0, 1, 0, 1], .icon),
    ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], .jpeg2000),
    (ascii("<svg xmlns="), .svg), (ascii("\u{FEFF}  <?xml version='1.0'?>\n<svg>"), .svg),
    (ascii("<?xml version='1.0'?>\n<plist>"), .text), (ascii("<!DOCTYPE html>"), .html), (ascii("<HTML>"), .html),
    (ascii("hello, world\n"), .text), (ascii("grüße ✊"), .text), ([0xC3, 0x28, 0x41, 0x42, 0x43], .unknown),
    ([1, 2, 3, 4], .unknown), ([0xFF, 0xD8], .unknown), ([], .text),
  ])
  func `the first bytes tell what a file holds`(bytes: [UInt8], content: FileContent) {
    #expect(FileContent(sniffing: bytes) == content)
  }

  @Test func `text that is cut within a character is still text`() {
    for length in 505...516 {
      let text = String(repeating: "a", count: length) + "✊✊✊✊"
      #expect(FileContent(sniffing: ascii(text)) == .text)
    }
  }
}

private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
