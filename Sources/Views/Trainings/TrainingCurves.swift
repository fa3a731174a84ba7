import Experiments
public import Figures
public import Training
import Wording

/// The curves of a training, one panel for the losses and one for the accuracies.
public struct TrainingCurves {
  /// The epochs.
  let records: [EpochRecord]
  /// The last epoch the horizontal axis shows; nil for the last there is.
  var lastEpoch: Int?
  /// Which curves; the mean training loss, the validation loss and both accuracies unless said.
  public var columns: [Curve] = [.trainLoss, .trainLossMean, .validationLoss, .trainAccuracy, .validationAccuracy]
  /// Whether the losses' axis is logarithmic.
  public var isLogarithmic = false
  /// What stands above.
  public var title = ""
  /// Over how many epochs, up to its own, each point is the mean.
  public var smooth = 1

  /// Draws the epochs that are done.
  public init(
    records: [EpochRecord], lastEpoch: Int? = nil,
    columns: [Curve] = [.trainLoss, .trainLossMean, .validationLoss, .trainAccuracy, .validationAccuracy],
    isLogarithmic: Bool = false, title: String = "", smooth: Int = 1
  ) {
    (self.records, self.lastEpoch, self.columns, self.isLogarithmic) = (records, lastEpoch, columns, isLogarithmic)
    (self.title, self.smooth) = (title, smooth)
  }

  /// What can be drawn.
  public enum Curve: String, CaseIterable, Sendable {
    case trainLoss, trainLossMean, validationLoss, trainAccuracy, validationAccuracy, learningRate

    /// The value in an epoch.
    public func value(_ record: EpochRecord) -> Double? {
      switch self {
      case .trainLoss: record.trainLoss
      case .trainLossMean: record.trainLossMean
      case .validationLoss: record.validationLoss
      case .trainAccuracy: record.trainAccuracy.map { $0 * 100 }
      case .validationAccuracy: record.validationAccuracy.map { $0 * 100 }
      case .learningRate: record.learningRate
      }
    }

    /// The panel it belongs to.
    var panel: String {
      switch self {
      case .trainLoss, .trainLossMean, .validationLoss: "loss"
      case .trainAccuracy, .validationAccuracy: "accuracy %"
      case .learningRate: "learning rate"
      }
    }

    /// The unit of its values; nil for plain numbers.
    public var unit: String? { panel == "accuracy %" ? "%" : nil }

    /// What the curve is called.
    public var title: String {
      switch self {
      case .trainLoss: "training, last mini-batch"
      case .trainLossMean: "training, mean"
      case .validationLoss: "validation"
      case .trainAccuracy: "training"
      case .validationAccuracy: "validation"
      case .learningRate: "learning rate"
      }
    }

    /// The ink, the same for what is learnt from and what is checked on in every panel.
    var ink: Int {
      switch self {
      case .trainLoss: 5
      case .trainLossMean, .trainAccuracy: 0
      case .validationLoss, .validationAccuracy: 1
      case .learningRate: 2
      }
    }
  }

  /// The chart.
  public var rendering: Rendering { chart.rendering() }

  /// The chart as a value.
  public var chart: LineChart {
    let last = max(lastEpoch ?? 0, records.last?.epoch ?? 1)
    let first = records.first?.epoch ?? 1
    let panels = ["loss", "accuracy %", "learning rate"].compactMap(panel)
    return LineChart(
      title: title, subtitle: smooth > 1 ? "means of \(smooth) epochs" : "", xLabel: "epoch",
      xRange: Double(first)...Double(max(last, first + 1)), panels: panels,
      events: changes)
  }

  private func panel(_ label: String) -> LineChart.Panel? {
    let series = columns.filter { $0.panel == label }.compactMap { column -> LineChart.Series? in
      let points = smoothed(
        records.compactMap { record in column.value(record).map { Point(Double(record.epoch), $0) } })
      guard !points.isEmpty else { return nil }
      return LineChart.Series(
        column.title, points, emphasis: column == .trainLoss ? .quiet : .normal, ink: column.ink,
        column: column.unit.map { "\(column.rawValue) \($0)" } ?? column.rawValue)
    }
    guard !series.isEmpty else { return nil }
    return LineChart.Panel(
      label: label, series: series, scale: label != "accuracy %" && isLogarithmic ? .logarithmic : .linear,
      format: label == "accuracy %" ? .fixed(1) : label == "loss" ? .decimal(4) : .significant(4),
      range: label == "accuracy %" ? Self.fitted(series.flatMap(\.points).map(\.y)) : nil,
      ceiling: label == "loss" && !isLogarithmic ? Self.ceiling(of: series.flatMap(\.points).map(\.y), records) : nil)
  }

  /// The round percentages around all that are drawn, and at least five points of them: 92 to 98 % are to be told apart, and
  /// small differences are not to look large.
  private static func fitted(_ percentages: [Double]) -> ClosedRange<Double>? {
    let drawn = percentages.filter { (0...100).contains($0) }
    guard let least = drawn.min(), let most = drawn.max() else { return 0...100 }
    let step: Double = most - least > 50 ? 20 : most - least > 20 ? 10 : most - least > 5 ? 5 : 1
    let low = max(0, min((least / step).rounded(.down) * step, 100 - 5))
    return low...max(low + 5, (most / step).rounded(.up) * step)
  }

  /// Where the axis of losses ends that once grew far beyond the first epoch's: otherwise all others would lie flat on its floor.
  private static func ceiling(of losses: [Double], _ records: [EpochRecord]) -> Double? {
    guard let first = records.first?.trainLossMean, first.isFinite, first > 0 else { return nil }
    let ordinary = losses.count { $0 <= 4 * first }
    return losses.contains { $0 > 20 * first } && 2 * ordinary >= losses.count ? 4 * first : nil
  }

  private func smoothed(_ points: [Point]) -> [Point] {
    guard smooth > 1 else { return points }
    return points.indices.map { place in
      let own = points[max(0, place - smooth + 1)...place]
      return Point(points[place].x, own.reduce(0) { $0 + $1.y } / Double(own.count))
    }
  }

  /// Where another learning rate was set, as opposed to one that a schedule changes a little every epoch, and where
  /// samples were varied otherwise.
  private var changes: [LineChart.Event] {
    zip(records, records.dropFirst()).compactMap { before, after in
      let ratio = after.learningRate / before.learningRate
      var words: [String] = []
      if ratio.isFinite, ratio > 1.9 || ratio < 0.6 { words.append("rate \(Numbers.short(after.learningRate))") }
      if before.variation != after.variation { words.append(Self.told(after.variation)) }
      return words.isEmpty ? nil : LineChart.Event(x: Double(after.epoch), label: words.joined(separator: ", "))
    }
  }

  /// How samples are varied, briefly.
  private static func told(_ variation: String?) -> String {
    guard let variation else { return "as taken" }
    return variation.count <= 16 ? variation : "augmented"
  }
}
