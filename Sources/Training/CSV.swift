public import Foundation

/// Tables in text: a sample per line, its label and its numbers separated by commas. Files may be packed with gzip or LZFSE.
extension TabularData {
  /// Reads a table whose samples have their label in one column (counted from 0) and numbers in all others.
  ///
  /// A first line in which some number's place holds none is taken for the columns' names. Blank lines are passed over. A
  /// label may be quoted, with quotes inside it doubled; labels such as `7` and `7.0` are the text they are.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - labelColumn: Where the label stands.
  ///   - progress: Told now and then how many samples are read; false stops it.
  /// - Throws: What is wrong with the file; `stopped` where `progress` answers false.
  public init(
    csv url: URL, labelColumn: Int = 0, progress: (_ samples: Int) -> Bool = { _ in true }
  ) throws(TabularDataError) {
    let data = try Self.bytes(of: url)
    var reader = CSVReader(path: url.path, labelColumn: labelColumn)
    let fault = data.withUnsafeBytes { bytes -> TabularDataError? in
      do throws(TabularDataError) {
        try reader.read(bytes.bindMemory(to: UInt8.self), progress: progress)
      } catch {
        return error
      }
      return nil
    }
    if let fault { throw fault }
    guard let columns = reader.columns, !reader.labels.isEmpty else { throw .empty(path: url.path) }
    switch reader.numbers {
    case .bytes(let bytes): self.init(sampleShape: [columns - 1], labels: reader.labels, bytes: bytes)
    case .floats(let floats): self.init(sampleShape: [columns - 1], labels: reader.labels, floats: floats)
    }
  }
}
