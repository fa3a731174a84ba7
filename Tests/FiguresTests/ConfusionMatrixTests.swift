import Figures
import Testing

@Suite struct ConfusionMatrixTests {
  @Test func `the text has counts and recall`() {
    #expect(
      Gallery.confusion.plainText == """
        hand on hands.test
        true \\ predicted  ✊  ✋  ✌️  recall
        ----------------  --  --  --  ------
        ✊                 5   0   0   100 %
        ✋                 0   5   0   100 %
        ✌️                 1   2   2    40 %
        """)
  }

  @Test func `shares add up by rows, and a row without photos has none`() {
    let matrix = ConfusionMatrix(labels: ["a", "b"], counts: [[1, 3], [0, 0]], showsShares: true)
    #expect(matrix.plainText.contains("25 %  75 %"))
    #expect(matrix.plainText.contains("–"))
  }

  @Test func `cells say what they count and can hold photos`() {
    let picture = Gallery.photo(1)
    let matrix = ConfusionMatrix(
      labels: ["a", "b"], counts: [[1, 1], [0, 2]], pictures: [[[], [picture]], [[], []]])
    #expect(matrix.html.contains("title=\"true a, predicted b: 1 of 2\""))
    #expect(matrix.html.contains("<br><img src="))
  }
}
