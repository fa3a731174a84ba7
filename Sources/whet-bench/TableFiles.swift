import Foundation
import Tensors

/// Drawn tables as files: one in text, which the peers read too, and arrays of NumPy.
enum TableFiles {
  private static let folder = FileManager.default.temporaryDirectory
  /// Some 100 MB of text: 160,000 samples of 80 numbers and a class.
  static let text = folder.appendingPathComponent("whet-bench.csv")
  /// 60,000 samples of a class and 784 numbers.
  static let train = folder.appendingPathComponent("whet-bench-train.npy")
  /// A thousand more.
  static let test = folder.appendingPathComponent("whet-bench-test.npy")

  /// 60,000 drawn digits of 28 × 28 pixels from 0 to 1, and a thousand more.
  static let digits = folder.appendingPathComponent("whet-bench-digits.npy")
  /// A million vectors of 384 numbers, clustered as embeddings are, and a thousand more.
  static let embeddings = folder.appendingPathComponent("whet-bench-embeddings.npy")

  /// Removes the files, where they were written.
  static func remove() {
    for file in [text, train, test, digits, embeddings] { try? FileManager.default.removeItem(at: file) }
  }

  /// Writes the table in text.
  static func writeText() throws {
    var generator = SeededGenerator(seed: 12)
    var bytes = Array(((0..<80).map { "x\($0)" } + ["kind"]).joined(separator: ",").utf8) + [10]
    for sample in 0..<160_000 {
      for _ in 0..<80 {
        // Four digits after the point, as measured things have them.
        let number = Int(generator.uniform(-300_000, 300_000))
        if number < 0 { bytes.append(45) }
        let digits = String(abs(number) + 10_000)
        bytes += Array(digits.dropLast(4).utf8) + [46] + Array(digits.suffix(4).utf8) + [44]
      }
      bytes += [[97, 98, 99][sample % 3], 10]
    }
    try Data(bytes).write(to: text)
  }

  /// Writes the arrays.
  static func writeArrays() throws {
    try array(60_000, seed: 5).write(to: train)
    try array(1_000, seed: 6).write(to: test)
  }

  private static func array(_ count: Int, seed: UInt64) -> Data {
    var generator = SeededGenerator(seed: seed)
    return array(
      (0..<count * 785).map { $0 % 785 == 0 ? Float($0 / 785 % 10) : generator.uniform(0, 1) }, columns: 785)
  }

  /// Numbers, [rows, columns], as NumPy keeps them.
  static func array(_ numbers: [Float], columns: Int) -> Data {
    let head = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(numbers.count / columns), \(columns)), }"
    var data = Data([0x93] + Array("NUMPY".utf8) + [1, 0, 118, 0])
    data += Data((head + String(repeating: " ", count: 117 - head.utf8.count) + "\n").utf8)
    numbers.withUnsafeBytes { data.append(contentsOf: $0) }
    return data
  }
}
