import Figures

/// Figures drawn from made-up numbers: the gallery by which every change of looks is judged.
enum Gallery {
  static let figures: [(name: String, rendering: Rendering)] = [
    ("bars", bars.rendering()),
    ("confusion", confusion.rendering),
    ("confusion-drawing", drawing(confusionOfPhotos.scene())),
    ("confusion-shares", confusionShares.rendering),
    ("curve-bands", bands.rendering()),
    ("curve-empty", LineChart(title: "Training hand", xLabel: "epoch", yLabel: "loss", series: []).rendering()),
    ("curve-gaps", gaps.rendering()),
    ("curve-long", long.rendering()),
    ("curve-many", many.rendering()),
    ("curve-one-point", training(epochs: 1).rendering()),
    ("curve-two-points", training(epochs: 2).rendering()),
    ("epochs", epochs.rendering),
    ("evaluation", evaluation.rendering),
    ("histogram", histogram.rendering()),
    ("hostile", hostile),
    ("photos", photos.rendering),
    ("photos-drawing", drawing(photos.scene())),
    ("progress", progress.rendering),
    ("reliability", reliability.rendering()),
    ("scatter", scatter.rendering()),
    ("scatter-drawing", drawing(scatter.scene())),
    ("scatter-residuals", residuals.rendering()),
    ("stack", .stacked([progress.rendering, training(epochs: 5, of: 50).rendering(), epochs.rendering])),
    ("sweep", sweep.rendering),
    ("training", training(epochs: 50).rendering()),
    ("training-logarithmic", logarithmic.rendering()),
  ]
}

extension Gallery {
  /// Two models' numbers beside the true ones.
  static let scatter = ScatterPlot(
    title: "price on houses.test: predicted and true", xLabel: "true price", yLabel: "predicted",
    series: ["line", "near"].enumerated().map { (number: Int, name: String) -> ScatterPlot.Series in
      .init(name, (0..<12).map { price($0, of: number) })
    }, reference: .diagonal)

  private static func price(_ place: Int, of model: Int) -> ScatterPlot.Dot {
    let truth = 120_000 + Double(place * place) * 2_750
    return .init("sample \(place)", x: truth, y: truth + Double((place * 7 + model * 3) % 11 - 5) * 9_500)
  }

  static let residuals = ScatterPlot(
    title: "line on houses.test: residual by prediction", xLabel: "predicted price", yLabel: "residual",
    series: [
      .init(
        "line",
        (0..<40).map { (place: Int) -> ScatterPlot.Dot in
          .init("sample \(place)", x: Double(place) / 8, y: Double(place * 17 % 13 - 6) / 40)
        })
    ], reference: .zero)

  static let reliability = ReliabilityPlot(
    title: "hand: as sure as right?",
    series: [
      .init(
        "as it is",
        [
          .init(confidence: 0.45, accuracy: 0.5, count: 2), .init(confidence: 0.75, accuracy: 0.5, count: 4),
          .init(confidence: 0.98, accuracy: 0.667, count: 9),
        ]),
      .init(
        "temperature 3.2",
        [
          .init(confidence: 0.35, accuracy: 0.4, count: 5), .init(confidence: 0.55, accuracy: 0.5, count: 6),
          .init(confidence: 0.8, accuracy: 0.75, count: 4),
        ]),
    ])
}

// MARK: - Files

extension Gallery {
  /// A figure as it is written to a file.
  static func drawing(_ scene: Scene) -> Rendering {
    Rendering(svg: SVGPrinter().print(scene.onPaper()), plainText: scene.summary)
  }

  /// A matrix whose cells hold photos, more than stand side by side in one of them.
  static let confusionOfPhotos = ConfusionMatrix(
    caption: "hand on hands.test", labels: ["✊", "✋", "<b>"], counts: [[5, 0, 0], [0, 0, 0], [1, 2, 2]],
    pictures: [
      [(0..<5).map { photo($0) }, [], []], [[], [], []], [[photo(5)], [photo(6), photo(7)], [photo(8), photo(9)]],
    ])
}

// MARK: - Curves

extension Gallery {
  static func training(epochs: Int, of total: Int? = nil) -> LineChart {
    let accuracy = course(epochs, from: 0.1, to: 0.55, noise: 0.08, seed: 4).map { ($0 * 15).rounded() / 15 }
    let loss = LineChart.Panel(
      label: "loss",
      series: [
        LineChart.Series(
          "last mini-batch", values: course(epochs, from: 6, to: 0.4, noise: 0.4, seed: 1), emphasis: .quiet, ink: 0),
        LineChart.Series("training mean", values: course(epochs, from: 6, to: 0.4, noise: 0.06, seed: 2), ink: 0),
        LineChart.Series("validation", values: course(epochs, from: 7, to: 2.7, noise: 0.05, seed: 3), ink: 1),
      ])
    return LineChart(
      title: "Training hand", subtitle: "30 photos, validated on 15 · SGD, learning rate 1e-4, mini-batches of 8",
      xLabel: "epoch", xRange: total.map { 1...Double($0) },
      panels: [
        loss,
        LineChart.Panel(
          label: "validation accuracy", series: [LineChart.Series("accuracy", values: accuracy, ink: 2)],
          format: .percentage(1), range: 0...1),
      ],
      events: epochs > 40
        ? [LineChart.Event(x: 20, label: "interrupted"), LineChart.Event(x: 41, label: "best")] : [])
  }

  static let logarithmic = LineChart(
    title: "Learning rates compared", xLabel: "epoch", yLabel: "training loss",
    series: [
      LineChart.Series("1e-2", values: course(50, from: 9, to: 0.0008, noise: 0.1, seed: 5)),
      LineChart.Series("1e-3", values: course(50, from: 9, to: 0.01, noise: 0.1, seed: 6)),
      LineChart.Series("1e-4", values: course(50, from: 9, to: 0.3, noise: 0.1, seed: 7)),
      LineChart.Series("1e-5", values: course(50, from: 9, to: 4, noise: 0.1, seed: 8)),
    ], logScale: true)

  static let long = LineChart(
    title: "Every mini-batch", xLabel: "mini-batch", yLabel: "loss",
    series: [LineChart.Series("loss", values: course(10_000, from: 3, to: 0.1, noise: 0.5, seed: 9))], logScale: true)

  static let many = LineChart(
    title: "Eight runs", xLabel: "epoch", yLabel: "validation loss",
    series: (0..<8).map { run in
      LineChart.Series(
        "run \(run + 1)", values: course(30, from: 6, to: 1 + Double(run) * 0.5, noise: 0.05, seed: UInt64(20 + run)))
    })

  static let gaps = LineChart(
    title: "A training that broke", xLabel: "epoch", yLabel: "loss",
    series: [
      LineChart.Series("training", values: [3, 2, .nan, 4, .infinity, 9, .nan, .nan, 1, 2, 3, 1, 8, .nan]),
      LineChart.Series("validation", values: [3.5, 2.8, 3, 5, 9, 8, 7, 6, 5, 4, 4, 4, 4, 4]),
    ])

  static let bands = LineChart(
    title: "How many photos are enough?", xLabel: "photos per class",
    panels: [
      LineChart.Panel(
        label: "accuracy",
        series: zip(["network", "nearest neighbours"], [0.8, 0.42]).map { name, end in
          let points = (1...9).map { Point(Double($0), 0.33 + (end - 0.33) * (1 - 1 / Double($0))) }
          return LineChart.Series(name, points, band: points.map { .init($0.x, $0.y - 0.1, $0.y + 0.08) })
        }, format: .percentage(1), range: 0...1)
    ])
}

// MARK: - Bars and counts

extension Gallery {
  static let bars = BarChart(
    title: "Who is right how often?", valueLabel: "accuracy on 45 photos",
    bars: [
      BarChart.Bar("network", 0.78, interval: 0.64...0.87), BarChart.Bar("Turi's head", 0.8, interval: 0.66...0.89),
      BarChart.Bar("nearest neighbours", 0.4, interval: 0.27...0.54, ink: .series(1)),
      BarChart.Bar("constant answer", 0.333, ink: .muted),
    ], format: .percentage(1), largest: 1)

  static let histogram = Histogram(
    title: "Weights of fullyconnected0", label: "weight",
    values: (0..<1).flatMap { _ in
      var noise = Noise(state: 11)
      return (0..<4000).map { _ in (noise.next() + noise.next() + noise.next()) * 0.03 }
    })

  static let confusion = ConfusionMatrix(
    caption: "hand on hands.test", labels: ["✊", "✋", "✌️"], counts: [[5, 0, 0], [0, 5, 0], [1, 2, 2]])

  static let confusionShares = ConfusionMatrix(
    labels: (0...9).map(String.init),
    counts: (0...9).map { row in (0...9).map { $0 == row ? 940 + row * 5 : ($0 * 7 + row * 3) % 11 } },
    showsShares: true)
}

// MARK: - Tables and pictures

extension Gallery {
  static let epochs = Table(
    caption: "Training hand",
    columns: [.number("epoch"), .number("training loss"), .number("validation loss"), .number("validation accuracy")],
    rows: (1...50).map { epoch -> [Table.Cell] in
      let loss = 6 / Double(epoch)
      return [
        .integer(epoch), .number(loss, .fixed(4)), .number(epoch == 3 ? nil : loss + 2, .fixed(4)),
        .number(Double(epoch % 15) / 15, .percentage(2), epoch == 44 ? .best : .none),
      ]
    }, note: "The validation loss is the mean of −log(p + 1e-100).", rowLimit: 12)

  static let evaluation = Table(
    columns: [
      Table.Column(""), Table.Column("photo"), Table.Column("truth", .center), Table.Column("predicted", .center),
      .number("confidence"), Table.Column("", .center),
    ],
    rows: (0..<3).map(evaluationRow), note: "80.0% correct (12 of 15) [54.8, 93.0]")

  private static func evaluationRow(_ index: Int) -> [Table.Cell] {
    let label = ["✊", "✋", "✌️"][index]
    let isWrong = index == 2
    return [
      .picture(photo(index)), .text("8FDEEF3B-8679-40A2-\(index).jpg"), .text(label),
      .text(isWrong ? "✋" : label, isWrong ? .bad : .none),
      Table.Cell(.share(0.998 - Double(index) * 0.2, decimals: 1)), .badge(isWrong ? .bad : .good),
    ]
  }

  static let sweep = Table(
    caption: "Sweep of hand: 8 of 8 runs",
    columns: [
      .number("learning rate"), .number("epochs"), .number("validation loss"), Table.Column("course"),
      Table.Column("remark"),
    ],
    rows: (0..<8).map(sweepRow))

  private static func sweepRow(_ run: Int) -> [Table.Cell] {
    let losses = course(20, from: 6, to: Double(run), noise: 0.2, seed: UInt64(run))
    let loss = 2.3 + Double(run) * 0.7
    return [
      .text("1e-\(2 + run / 2)"), .integer(run % 2 == 0 ? 10 : 50),
      .number(loss, .fixed(4), run == 0 ? .best : .none),
      Table.Cell(.sparkline(Sparkline(losses, range: 0...7))), .text(run == 0 ? "best" : "", .muted),
    ]
  }

  static let photos = ImageGrid(
    title: "hands.train",
    groups: zip(["✊", "✋", "✌️"], [10, 10, 7]).map { label, count in
      ImageGrid.Group(
        title: label,
        items: (0..<count).map { index in
          ImageGrid.Item(
            source: index == 5 ? nil : photo(index).source, caption: "8FDEEF3B-\(index)",
            badge: index == 3 ? .bad : nil, description: "8FDEEF3B-\(index).jpg, 224×224")
        }, total: label == "✌️" ? 1200 : count)
    }, columns: 10, note: "All photos are stretched to 227×227.")

  static let progress = ProgressView(
    title: "Training hand", completed: 12, total: 50, unit: "epochs", details: ["loss 0.4237", "0.3 s left"])

  /// Names from outside that try to become markup.
  static let hostile: Rendering = {
    let name = "</title><script>alert('x')</script>\"&\u{0}\u{1}"
    return .stacked([
      .text(name),
      LineChart(
        title: name, xLabel: name, yLabel: name, series: [.init(name, values: [1, 2])],
        events: [.init(x: 1, label: name)]
      ).rendering(),
      Table(caption: name, columns: [Table.Column(name)], rows: [[Table.Cell(.text(name), tooltip: name)]], note: name)
        .rendering,
      ImageGrid(
        title: name, groups: [.init(title: name, items: [.init(source: "javascript:alert(1)", caption: name)])],
        note: name
      ).rendering,
      ProgressView(title: name, completed: 1, total: 2, unit: name, details: [name]).rendering,
      ConfusionMatrix(caption: name, labels: [name], counts: [[1]]).rendering,
      BarChart(title: name, valueLabel: name, bars: [.init(name, 1)]).rendering(),
    ])
  }()

  /// A drawn stand-in for a photo.
  static func photo(_ index: Int) -> Thumbnail {
    let colours = ["c2b280", "8f9779", "a3b5c9", "d8a48f", "b8a9c9", "9dbfaf"]
    let drawing =
      "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' "
      + "fill='%23\(colours[index % colours.count])'/%3E%3Ccircle cx='4' cy='4' r='2.4' fill='%23e8c39e'/%3E%3C/svg%3E"
    return Thumbnail(source: "data:image/svg+xml,\(drawing)", description: "photo \(index)")
  }
}

// MARK: - Numbers

extension Gallery {
  /// A course like that of a real training: it falls, it is noisy, it levels off.
  static func course(_ count: Int, from start: Double, to end: Double, noise: Double, seed: UInt64) -> [Double] {
    var noises = Noise(state: seed)
    var level = start
    return (0..<count).map { _ in
      level += (end - level) * 0.09
      return level * (1 + noise * noises.next())
    }
  }
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
