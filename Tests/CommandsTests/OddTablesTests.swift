import Figures
import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Experiments

/// Tables in text as people have them: some 500 ways to write one, well and badly. Each is read, or told in a sentence,
/// and what was there before stays.
struct OddTablesTests {
  /// What stands between values, with its name in the command language.
  private static let separators = [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar"), (" ", "space")]
  private static let encodings: [(name: String, bytes: @Sendable (String) -> [UInt8])] = [
    ("UTF-8", { Array($0.utf8) }), ("UTF-8 with a mark", { [0xEF, 0xBB, 0xBF] + Array($0.utf8) }),
    ("UTF-16LE", { text in [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] } }),
    ("UTF-16BE", { text in [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] } }),
    ("Windows-1252", { text in text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }),
  ]
  private static let lineEnds = ["\n", "\r\n"]

  /// Six samples of two classes, well written.
  private static let plain = [
    ["width", "height", "kind"], ["1", "20", "né"], ["2", "21", "b"], ["3", "22", "né"], ["4", "23", "b"],
    ["5", "24", "né"], ["6", "25", "b"],
  ]

  private static func text(_ rows: [[String]], _ separator: String, _ end: String = "\n") -> String {
    rows.map { $0.joined(separator: separator) + end }.joined()
  }

  /// Runs a cell; nil where it went well, else what was said.
  private func fault(_ cell: String, in notebook: Notebook) -> [String]? {
    notebook.page.clear()
    guard case .failed(let problem) = notebook.workbench.run(cell, on: notebook.page) else { return nil }
    return problem.lines
  }

  @Test func `a well written table is the same in any encoding, with any separator, quoted or not`() throws {
    let notebook = try Notebook(data: nil)
    var texts: Set<String> = []
    for (separator, _) in Self.separators {
      for (_, bytes) in Self.encodings {
        for end in Self.lineEnds {
          for isQuoted in [false, true] {
            let rows = isQuoted ? Self.plain.map { $0.map { "\"\($0)\"" } } : Self.plain
            try notebook.write(bytes(Self.text(rows, separator, end)), to: "table.csv")
            notebook.run("dataset x csv=\"table.csv\" target=kind")
            texts.insert(notebook.run("show x.train"))
          }
        }
      }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("né") == true)
  }

  /// Tables with something odd about them, and whether that is no fault.
  private static let odd: [(what: String, isFine: Bool, rows: [[String]])] = [
    ("nothing", false, []), ("an empty line", false, [[""]]), ("names alone", false, [plain[0]]),
    ("one sample", true, Array(plain.prefix(2))), ("a short line", false, plain + [["7", "26"]]),
    ("a long line", false, plain + [["7", "26", "b", "?"]]),
    ("names too few", false, [["a", "b"]] + plain.dropFirst()),
    ("empty lines between", true, plain.flatMap { [$0, [""]] }),
    ("one class", true, [plain[0]] + plain.dropFirst().map { [$0[0], $0[1], "b"] }),
    ("a constant column", true, plain.map { [$0[0], $0[0] == "width" ? "c" : "5", $0[2]] }),
    ("only constant columns", true, plain.map { [$0[0] == "width" ? "c" : "5", $0[2]] }),
    ("an infinity", false, plain + [["inf", "26", "b"]]),
    ("a negative infinity", false, plain + [["-inf", "26", "b"]]),
    ("beyond single precision", false, plain + [["1e39", "26", "b"]]),
    ("beyond double precision", false, plain + [["1e400", "26", "b"]]),
    ("no number", false, plain + [["nan", "26", "b"]]), ("a missing number", false, plain + [["", "26", "b"]]),
    ("a missing class", false, plain + [["7", "26", ""]]), ("NA", false, plain + [["NA", "26", "b"]]),
    ("a name twice", true, [["a", "a", "kind"]] + plain.dropFirst()),
    ("a name left out", true, [["", "a", "kind"]] + plain.dropFirst()),
    ("numbers for names", true, [["1", "2", "kind"]] + plain.dropFirst()),
    ("an open quote", false, plain + [["\"7", "26", "b"]]), ("a quote within", true, plain + [["7", "26", "b\"c"]]),
    ("a doubled quote", true, plain + [["7", "26", "\"b\"\"c\""]]),
    ("a bell", true, plain + [["7", "26", "b\u{7}c"]]), ("a text of 9,000 letters", true, plain + [["7", "26", long]]),
    ("a number of 9,000 digits", false, plain + [["7", String(repeating: "7", count: 9_000), "b"]]),
    ("days", true, plain.map { [$0[0], $0[0] == "width" ? "day" : "2024-05-0\($0[0])", $0[2]] }),
    (
      "a day that is none", false,
      plain.map { [$0[0], $0[0] == "width" ? "day" : $0[0] == "4" ? "2024-02-30" : "2024-05-0\($0[0])", $0[2]] }
    ),
    (
      "a colour", true,
      plain.map { [$0[0], $0[0] == "width" ? "colour" : ["2", "4", "6"].contains($0[0]) ? "red" : "blue", $0[2]] }
    ),
    ("a text for every sample", true, plain.map { [$0[0], "text\($0[0])", $0[2]] }),
    ("thousands", false, plain + [["1'000", "26", "b"]]), ("per cent", false, plain + [["7%", "26", "b"]]),
    ("hexadecimal", false, plain + [["0xFF", "26", "b"]]), ("a comment first", true, [["#made by hand"]] + plain),
    ("the target alone", false, plain.map { [$0[2]] }),
    ("an emoji and letters from right to left", true, plain + [["7", "26", "🦎שלום"]]),
  ]
  private static let long = String(repeating: "x", count: 9_000)

  @Test func `odd tables are read, or told in a sentence, and what was read before stays`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write(Array(Self.text(Self.plain, ",").utf8), to: "kept.csv")
    notebook.run("dataset kept csv=\"kept.csv\"")
    let before = notebook.run("show kept.train")
    var count = 0
    for (what, isFine, rows) in Self.odd {
      for (separator, _) in Self.separators
      where separator != " " || !["an empty line", "a name left out"].contains(what) {
        for (encoding, bytes) in Self.encodings.prefix(3) {
          try notebook.write(bytes(Self.text(rows, separator)), to: "table.csv")
          let told = fault("dataset kept csv=\"table.csv\" target=kind", in: notebook)
          let place = Comment(
            rawValue: "\(what), \(encoding), between values \(separator.debugDescription): \(told ?? [])")
          #expect((told == nil) == isFine, place)
          if let told { expectSentence(told, place) } else { notebook.run("show kept.train") }
          count += 1
          if told == nil { notebook.run("dataset kept csv=\"kept.csv\"") }
          #expect(notebook.run("show kept.train") == before, place)
        }
      }
    }
    #expect(count > 500)
  }

  @Test func `what cannot be read says what can be done`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write(Array("SQLite format 3\0 and so on".utf8), to: "x.db")
    try notebook.write(Array("a,b\n1,x\n2,y\n".utf8), to: "x.csv")
    try notebook.write(Array("a\n1\n2\n".utf8), to: "y.csv")
    let said = [
      ("dataset x csv=\"x.db\"", ["x.db is a database.", "Read it with sqlite= in place of csv=."]),
      (
        "dataset x csv=\"x.csv\" separator=semicolon",
        [
          "Every line of x.csv holds only one value with that separator.",
          "Leave separator= out: the separator is detected.",
        ]
      ),
      (
        "dataset x csv=\"y.csv\"",
        ["Every line of y.csv holds one value. A table needs at least a target and one other column."]
      ),
    ]
    for (cell, sentences) in said {
      let told = fault(cell, in: notebook)?.dropFirst().joined(separator: "\n") ?? ""
      for sentence in sentences { #expect(told.contains(sentence)) }
    }
  }

  /// Holds that an answer is a cell's line, its mark and a sentence of plain words.
  private func expectSentence(_ lines: [String], _ place: Comment) {
    let words = lines.dropFirst().joined(separator: " ").drop { $0 == " " || $0 == "^" }
    #expect(words.hasPrefix("table.csv") || words.first?.isUppercase == true, place)
    #expect(words.contains(".") && !words.contains("Error(") && !words.contains("Optional("), place)
    #expect(lines.joined().utf8.count < 2_000, place)
  }
}
