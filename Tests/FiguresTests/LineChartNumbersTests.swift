import Figures
import Testing

@Suite struct LineChartNumbersTests {
  @Test func `a row for each place, a column for each curve, and nothing where a curve has no point`() {
    let chart = LineChart(
      xLabel: "epoch",
      panels: [
        .init(
          label: "loss",
          series: [
            .init("training", [Point(1, 3), Point(2, .nan)], column: "trainLoss"), .init("checked", [Point(2, 0.25)]),
          ]),
        .init(label: "accuracy", series: [.init("a, b", [Point(10, 50)])]),
      ])
    #expect(chart.numbers.text == "epoch,trainLoss,checked,\"a, b\"\n1,3,,\n2,nan,0.25,\n10,,,50\n")
  }

  @Test func `a chart without curves has a header alone`() {
    #expect(LineChart(xLabel: "epoch", panels: []).numbers.text == "epoch\n")
  }
}
