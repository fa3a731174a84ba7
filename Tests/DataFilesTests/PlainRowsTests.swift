import Arithmetic
import Tensors
import Testing

@testable import DataFiles

/// Tables in text whose lines are read on all threads, beside the same tables with quotes, whose lines are read one after the other.
@Suite struct PlainRowsTests {
  private let folder: DataFolder

  init() throws { folder = try DataFolder() }

  /// A table of some 2 MB: numbers in every form, some missing, between comments, blank lines and line ends of either kind.
  private func lines(separator: String, point: String, misses: Bool) -> [[String]] {
    var generator = SeededGenerator(seed: 5)
    func number() -> String {
      let small = generator.below(2_000_000) - 1_000_000
      switch generator.below(misses ? 14 : 12) {
      case 0: return "\(small)e-3"
      case 1: return "+\(abs(small))"
      case 2: return " \(small)"
      case 3: return "\(small) "
      case 4: return "12345678901\(abs(small))"
      case 5: return "-0"
      case 6: return "\(small)\(point)"
      case 7: return "\(point)\(abs(small))"
      case 8...11: return "\(small / 10_000)\(point)\(abs(small % 10_000))"
      case 12: return ""
      default: return "NA"
      }
    }
    return (0..<40_000).map { line in
      switch generator.below(200) {
      case 0: return ["# \(line)"]
      case 1: return [""]
      default:
        let colour = ["red", "blue", "dark green"][generator.below(3)]
        return [number(), number(), colour, number(), "k\(line % 7)"]
      }
    }
  }

  private func text(_ lines: [[String]], separator: String, quoted: Bool) -> String {
    let head = ["a", "b", "colour", "c", "kind"].joined(separator: separator)
    return lines.enumerated().reduce(into: head + "\n") { text, line in
      var fields = line.element
      if quoted, fields.count == 5 { fields[4] = "\"\(fields[4])\"" }
      text += fields.joined(separator: separator) + (line.offset % 3 == 0 ? "\r\n" : "\n")
    }
  }

  private func read(_ text: String, missing: TableRequest.MissingValues, threads: Int = 3) throws -> ReadTable {
    var request = TableRequest(targets: [.name("kind")])
    request.missing = missing
    return try ReadTable(
      csv: try folder.write(text, as: "table.csv"), request, workers: WorkerPool(threads: threads))
  }

  @Test(
    arguments: [(",", ".", true), (";", ",", true), ("\t", ".", true), ("|", ".", false)],
    [TableRequest.MissingValues.mean, .drop])
  func `lines read on all threads give the bits of lines read one by one`(
    form: (separator: String, point: String, misses: Bool), missing: TableRequest.MissingValues
  ) throws {
    let lines = lines(separator: form.separator, point: form.point, misses: form.misses)
    let plain = try read(text(lines, separator: form.separator, quoted: false), missing: missing)
    let quoted = try read(text(lines, separator: form.separator, quoted: true), missing: missing, threads: 1)
    #expect(plain.data.count == quoted.data.count && plain.data.count > 5_000)
    #expect(plain.data.columns == quoted.data.columns)
    #expect(plain.data.labels == quoted.data.labels)
    #expect(plain.report.dropped == quoted.report.dropped)
    let places = Array(0..<plain.data.count)
    for column in 0..<4 {
      let (one, other) = (try plain.data.column(column, of: places), try quoted.data.column(column, of: places))
      #expect(one.map(\.bitPattern) == other.map(\.bitPattern))
    }
  }

  @Test(arguments: ["x", "1e39", "", "1,2", "#"])
  func `what is wrong far behind has its line`(field: String) throws {
    var lines = lines(separator: ",", point: ".", misses: false)
    lines[31_000] = ["1", field, "red", "2", "k1"]
    let (plain, quoted) = (text(lines, separator: ",", quoted: false), text(lines, separator: ",", quoted: true))
    let told = try #require(#expect(throws: TabularDataError.self) { try read(plain, missing: .refuse) })
    #expect(throws: told) { try read(quoted, missing: .refuse) }
    #expect("\(told)".contains("line: 31002"))
  }

  @Test func `quotes over several lines end where they do`() throws {
    var lines = lines(separator: ",", point: ".", misses: false)
    lines[20_000] = ["1", "2", "\"dark\n3,4,red,5,k2\n6\"", "7", "k3"]
    let table = try read(text(lines, separator: ",", quoted: false), missing: .refuse)
    guard case .categories(let colours) = table.data.columns[2].kind else {
      Issue.record("\(table.data.columns[2].kind)")
      return
    }
    #expect(colours.count == 4 && colours.contains("dark\n3,4,red,5,k2\n6"))
    #expect(try table.data.count == read(text(lines, separator: ",", quoted: true), missing: .refuse).data.count)
  }
}
