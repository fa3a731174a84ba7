import Pictures
import Testing

@Suite struct PictureTests {
  @Test func `a picture of one colour has that colour everywhere`() {
    let picture = Picture(width: 2, height: 1, red: 1, green: 2, blue: 3)
    #expect(picture.pixels == [1, 2, 3, 1, 2, 3])
  }
}
