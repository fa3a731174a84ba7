import Arithmetic
import Foundation

/// Runs figures, alone or beside their peers, and prints a line for each.
struct Comparison {
  /// About how long each side runs a figure in all, in seconds.
  var seconds = 4.0
  /// In how many turns: ours and the peer's alternate, so that other load meets both.
  var rounds = 8
  /// The peers; nil to run ours alone.
  var environment: PeerEnvironment?
  private var peers: [String: Peer] = [:]

  /// What the arithmetic of one thread can do at most, in thousands of millions of operations a second.
  private let peak = Machine.peak
  private let processors = Processors()

  init() {}

  mutating func run(_ figures: [Figure]) throws {
    defer {
      Photo.remove()
      TableFiles.remove()
    }
    print(
      "\(Machine.processor); \(Machine.processors) processors of \(Int(peak)) GFLOP/s each, load \(Machine.load); medians by the "
        + "clock, processor time in brackets")
    print(
      Comparison.columns(
        "figure", "threads",
        [
          "ours", "peer", "ratio", "of the turns", "by processor", "apart", "sharing", "to reach", "verdict", "floor",
          "of floor",
        ], "unit"))
    for figure in figures { try compare(figure) }
    print(
      "load \(Machine.load); apart and sharing: the ratio while the processors were two cores, and while they were halves of one; "
        + "of floor: while apart, where they were; not quiet: others took more than a tenth of the processors")
  }

  private mutating func compare(_ figure: Figure) throws {
    let body = try figure.prepare(figure.threads)
    try body()
    let once = Timings(runs: 1) { try? body() }.clock[0]
    let runs = max(1, Int(seconds / Double(rounds) / max(once, 1e-4)))
    var (ours, rivals) = (Turns(), environment == nil ? [] : figure.peers.map(Rival.init))
    var before = processors.look()
    var shares = [Machine.othersShare()]
    for _ in 0..<rounds {
      let timings = try Timings(runs: runs, body)
      var after = processors.look()
      ours.append(timings, Processors.Place(between: before, and: after))
      for index in rivals.indices where rivals[index].failure == nil {
        before = after
        do {
          let answer = try peer(rivals[index].script).run(figure, runs: count(of: rivals[index]))
          after = processors.look()
          rivals[index].append(answer, beside: timings, Processors.Place(between: before, and: after))
        } catch {
          // It may answer other figures: another process does.
          peers[rivals[index].script] = nil
          rivals[index].failure = "\(error)"
        }
      }
      before = after
      if environment != nil { shares.append(Machine.othersShare()) }
    }
    let isQuiet = shares.reduce(0, +) / Double(shares.count) <= Comparison.quietShare
    let answered = rivals.filter { !$0.ratios.isEmpty }.sorted { $0.turns.all.median.clock < $1.turns.all.median.clock }
    print(
      line(figure, ours, answered.first, isQuiet: isQuiet)
        + answered.dropFirst().map { rival in
          "; \(rival.version): \(Comparison.short(figure.unit.value(rival.turns.all.median.clock)))"
        }.joined() + rivals.compactMap(\.failure).map { "; \($0)" }.joined())
    fflush(nil)
  }

  /// The peer of a script, started when it is first asked.
  private mutating func peer(_ script: String) throws -> Peer {
    if let peer = peers[script] { return peer }
    guard let environment else { throw BenchError("there are no peers") }
    let peer = try Peer(script, environment: environment)
    peers[script] = peer
    return peer
  }

  private func count(of rival: Rival) -> Int {
    let timings = rival.turns.all
    return timings.clock.isEmpty ? 1 : max(1, Int(seconds / Double(rounds) / max(timings.best, 1e-4)))
  }

  /// One of the peers of a figure in its turns.
  private struct Rival {
    let script: String
    private(set) var turns = Turns()
    /// How many times as long it took as ours, in each turn.
    private(set) var ratios: [Double] = []
    private(set) var version = ""
    /// Why it is not asked any more.
    var failure: String?

    init(script: String) { self.script = script }

    mutating func append(_ answer: Peer.Answer, beside ours: Timings, _ place: Processors.Place) {
      let timings = Timings(clock: answer.clock, processor: answer.processor)
      turns.append(timings, place)
      ratios.append(timings.median.clock / ours.median.clock)
      version = answer.version
    }
  }

  /// Which part of all processors' time others may take, 0…1, for a ratio to be judged.
  private static let quietShare = 0.1

  /// A figure beside the strongest peer.
  private func line(_ figure: Figure, _ ours: Turns, _ strongest: Rival?, isQuiet: Bool) -> String {
    let (theirs, ratios) = (strongest?.turns ?? Turns(), strongest?.ratios ?? [])
    func shown(_ timings: Timings) -> String {
      if timings.clock.isEmpty { return "-" }
      let median = timings.median
      return "\(Comparison.short(figure.unit.value(median.clock))) "
        + "[\(Comparison.short(figure.unit.value(median.processor)))]"
    }
    func ratio(_ first: Double, _ second: Double) -> String {
      (first / second).isNaN ? "-" : Comparison.short(first / second)
    }
    func ratio(while place: Processors.Place) -> String {
      figure.threads < 2 ? "-" : ratio(theirs.timings(place).median.clock, ours.timings(place).median.clock)
    }
    let (mine, other) = (ours.all.median, theirs.all.median)
    let verdict =
      ratios.isEmpty ? "-" : !isQuiet ? "not quiet" : other.clock / mine.clock >= figure.toReach ? "reached" : "missed"
    let spread = ratios.min().map { "\(Comparison.short($0))–\(Comparison.short(ratios.max() ?? $0))" } ?? "-"
    let apart = figure.threads < 2 ? .nan : ours.timings(.apart).median.clock
    // The arithmetic alone at the measured peak; how much of the time it is, the rest being memory, short tiles and meetings.
    let floor = figure.operations.map { $0 / peak / Double(min(figure.threads, Machine.processors)) }
    return Comparison.columns(
      figure.name, "\(figure.threads)",
      [
        shown(ours.all), shown(theirs.all), ratio(other.clock, mine.clock), spread,
        ratio(other.processor, mine.processor), ratio(while: .apart), ratio(while: .sharing),
        Comparison.short(figure.toReach), verdict,
        floor.map { Comparison.short(figure.unit.value($0)) } ?? "-",
        floor.map { "\(Int((100 * $0 / (apart.isNaN ? mine.clock : apart)).rounded())) %" } ?? "-",
      ], figure.unit.label + (strongest.map { "  against " + $0.version } ?? ""))
  }

  private static func columns(_ name: String, _ threads: String, _ numbers: [String], _ unit: String) -> String {
    let widths = [16, 16, 7, 14, 14, 7, 9, 10, 11, 8, 10]
    return pad(name, -16) + pad(threads, 8) + zip(numbers, widths).map { pad($0, $1) }.joined() + "  " + unit
  }

  /// What one side took in its turns: all of them, and those while the processors lay in one place.
  private struct Turns {
    private(set) var all = Timings()
    private var placed: [Processors.Place: Timings] = [:]

    mutating func append(_ timings: Timings, _ place: Processors.Place) {
      all.append(timings)
      placed[place, default: Timings()].append(timings)
    }

    func timings(_ place: Processors.Place) -> Timings { placed[place] ?? Timings() }
  }

  /// Three digits that matter.
  private static func short(_ value: Double) -> String {
    value >= 100 ? String(format: "%.0f", value) : String(format: value >= 10 ? "%.1f" : "%.2f", value)
  }

  /// Text padded with spaces, on the left, or for a negative width on the right.
  private static func pad(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + padding : padding + text
  }
}
