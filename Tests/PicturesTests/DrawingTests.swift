import Pictures
import Testing

struct DrawingTests {
  @Test(.enabled(if: Drawing.missingLibrary == nil, "librsvg is not installed: apt install librsvg2-2"))
  func `a drawing becomes as many pixels as are wanted, on white`() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="4" height="2" viewBox="0 0 4 2">\
      <style>@media (prefers-color-scheme:dark){.a{fill:#00ff00}}</style>\
      <rect x="0" y="0" width="2" height="2" fill="#ff8000" class="a"/><rect x="3" y="0" width="1" height="1" fill="#000" fill-opacity="0.5"/></svg>
      """
    let picture = try Drawing.picture(of: svg, width: 8, height: 4)
    #expect(picture.width == 8 && picture.height == 4)
    func colour(_ x: Int, _ y: Int) -> [UInt8] { Array(picture.pixels[((y * 8 + x) * 3)..<((y * 8 + x) * 3 + 3)]) }
    #expect(colour(1, 1) == [255, 128, 0] && colour(3, 3) == [255, 128, 0])
    #expect(colour(5, 1) == [255, 255, 255])
    #expect((127...128).contains(colour(6, 0)[0]) && colour(7, 3) == [255, 255, 255])
  }

  @Test(.enabled(if: Drawing.missingLibrary == nil, "librsvg is not installed: apt install librsvg2-2"))
  func `what is no drawing is refused`() {
    for text in ["", "<svg", "<html/>"] {
      #expect {
        try Drawing.picture(of: text, width: 2, height: 2)
      } throws: { error in
        if case Drawing.Problem.refused(let words) = error { !words.isEmpty } else { false }
      }
    }
  }
}
