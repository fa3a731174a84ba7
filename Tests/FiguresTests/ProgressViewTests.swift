import Figures
import Testing

@Suite struct ProgressViewTests {
  @Test(
    arguments: [
      (0, 50, "t ░░░░░░░░░░░░░░░░░░░░ 0 of 50 epochs"), (25, 50, "t ██████████░░░░░░░░░░ 25 of 50 epochs"),
      (50, 50, "t ████████████████████ 50 of 50 epochs"), (60, 50, "t ████████████████████ 60 of 50 epochs"),
      (-1, 50, "t ░░░░░░░░░░░░░░░░░░░░ -1 of 50 epochs"), (0, 0, "t ████████████████████ 0 of 0 epochs"),
      (1234, nil, "t: 1,234 epochs"),
      (.max, .max, "t ████████████████████ 9.223e18 of 9.223e18 epochs"),
    ] as [(Int, Int?, String)])
  func `the bar is as full as the work is done`(completed: Int, total: Int?, text: String) {
    #expect(ProgressView(title: "t", completed: completed, total: total, unit: "epochs").plainText == text)
  }

  @Test func `the page shows the browser's own bar`() {
    #expect(Gallery.progress.html.contains("<progress max=\"50\" value=\"12\""))
    #expect(Gallery.progress.html.contains("12 of 50 epochs · loss 0.4237 · 0.3 s left"))
    #expect(
      ProgressView(title: "t", completed: 3, total: nil, unit: "files").html.contains(
        "<progress aria-label=\"t\" style"))
  }
}
