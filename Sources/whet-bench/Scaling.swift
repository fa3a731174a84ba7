import Foundation

/// `whet-bench scaling [WORK…]`: how time and memory grow with the size of the work, on one thread and on two.
///
/// Every measurement runs in a process of its own (`whet-bench scaling-point WORK SIZE THREADS`), so that its memory is its own. The
/// last columns are no measurements: they extend the two times to more threads by Amdahl's law, as if each thread had a core, and
/// memory and caches grew with them.
enum Scaling {
  static func run(_ names: [String]) throws {
    let all = ScalingWork.all
    if let unknown = names.first(where: { name in !all.contains { $0.name.hasPrefix(name) } }) {
      throw BenchError(
        "There is no work \(unknown) to scale. Works: \(all.map(\.name).joined(separator: ", ")).")
    }
    print("\(Machine.processor); \(Machine.processors) processors, load \(Machine.load); seconds, the best of each")
    print("| work | size | 1 thread | 2 threads | ratio | MB | 4 threads | 16 threads | 64 threads |")
    print("|---|---|---|---|---|---|---|---|---|")
    for work in all where names.isEmpty || names.contains(where: work.name.hasPrefix) {
      for size in work.sizes {
        let (one, two) = try (ask(work, size, threads: 1), ask(work, size, threads: 2))
        let law = AmdahlsLaw(one: one.seconds, two: two.seconds)
        let cells = [
          work.name, "\(size) \(work.unit)", short(one.seconds), short(two.seconds), short(one.seconds / two.seconds),
          "\(Int(two.megabytes))",
        ]
        print("| " + (cells + [4, 16, 64].map { short(law.seconds(threads: $0)) }).joined(separator: " | ") + " |")
        fflush(nil)
      }
    }
  }

  /// One measurement, printed as JSON.
  static func point(_ arguments: [String]) throws {
    guard arguments.count == 3, let work = ScalingWork.all.first(where: { $0.name == arguments[0] }),
      let size = Int(arguments[1]), size > 0, let threads = Int(arguments[2]), threads > 0
    else { throw BenchError("scaling-point needs three arguments: WORK SIZE THREADS") }
    let seconds = try work.seconds(size: size, threads: threads)
    print(
      String(
        decoding: try JSONEncoder().encode(Point(seconds: seconds, megabytes: Machine.memory.peak)), as: UTF8.self))
  }

  private struct Point: Codable {
    let seconds: Double
    let megabytes: Double
  }

  private static func ask(_ work: ScalingWork, _ size: Int, threads: Int) throws -> Point {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["scaling-point", work.name, "\(size)", "\(threads)"]
    process.standardOutput = output
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError("\(work.name) of \(size) failed") }
    return try JSONDecoder().decode(Point.self, from: answer)
  }

  private static func short(_ value: Double) -> String { String(format: "%.3g", value) }
}
