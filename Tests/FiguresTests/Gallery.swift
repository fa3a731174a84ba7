import Figures

/// Figures drawn from made-up numbers: the gallery by which every change of looks is judged.
enum Gallery {
  static let figures: [(name: String, rendering: Rendering)] = [
    ("training", training(epochs: 50).rendering()),
    ("training-logarithmic", logarithmic.rendering()),
  ]

  /// A course like that of a real training: it falls, it is noisy, it levels off.
  static func course(_ count: Int, from start: Double, to end: Double, noise: Double, seed: UInt64) -> [Double] {
    var noises = Noise(state: seed)
    var level = start
    return (0..<count).map { _ in
      level += (end - level) * 0.09
      return level * (1 + noise * noises.next())
    }
  }

  static func training(epochs: Int) -> LineChart {
    let accuracy = course(epochs, from: 0.1, to: 0.55, noise: 0.08, seed: 4).map { ($0 * 15).rounded() / 15 }
    return LineChart(
      title: "Training hand", subtitle: "30 photos, validated on 15 · SGD, learning rate 1e-4, mini-batches of 8",
      xLabel: "epoch",
      panels: [
        LineChart.Panel(
          label: "loss",
          series: [
            LineChart.Series(
              "last mini-batch", values: course(epochs, from: 6, to: 0.4, noise: 0.4, seed: 1), emphasis: .quiet, ink: 0
            ),
            LineChart.Series("training mean", values: course(epochs, from: 6, to: 0.4, noise: 0.06, seed: 2), ink: 0),
            LineChart.Series("validation", values: course(epochs, from: 7, to: 2.7, noise: 0.05, seed: 3), ink: 1),
          ]),
        LineChart.Panel(
          label: "validation accuracy", series: [LineChart.Series("accuracy", values: accuracy, ink: 2)],
          format: .percentage(1), range: 0...1),
      ],
      events: [LineChart.Event(x: 20, label: "interrupted"), LineChart.Event(x: 41, label: "best")])
  }

  static let logarithmic = LineChart(
    title: "Learning rates compared", xLabel: "epoch", yLabel: "training loss",
    series: [
      LineChart.Series("1e-2", values: course(50, from: 9, to: 0.0008, noise: 0.1, seed: 5)),
      LineChart.Series("1e-3", values: course(50, from: 9, to: 0.01, noise: 0.1, seed: 6)),
      LineChart.Series("1e-4", values: course(50, from: 9, to: 0.3, noise: 0.1, seed: 7)),
      LineChart.Series("1e-5", values: course(50, from: 9, to: 4, noise: 0.1, seed: 8)),
    ], logScale: true)
}

/// Made-up noise that is the same everywhere: a linear congruential generator with Knuth's constants (MMIX).
struct Noise {
  var state: UInt64

  /// A number between -1 and 1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 40) / 0x1p23 - 1
  }
}
