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
  ///   - room: How much memory the numbers may take; those of a larger table are put into a file.
  ///   - progress: Told now and then how many samples are read; false stops it.
  /// - Throws: What is wrong with the file; `stopped` where `progress` answers false.
  public init(
    csv url: URL, labelColumn: Int = 0, room: TableRoom = .unlimited,
    progress: (_ samples: Int) -> Bool = { _ in true }
  ) throws(TabularDataError) {
    var reader = CSVReader(path: url.path, labelColumn: labelColumn, room: room)
    try Self.read(url) { piece in
      do throws(TabularDataError) {
        try reader.take(piece, progress: progress)
      } catch {
        return error
      }
      return nil
    }
    try reader.finish()
    guard let columns = reader.columns, !reader.labels.isEmpty else { throw .empty(path: url.path) }
    self.init(sampleShape: [columns - 1], labels: reader.labels, values: try reader.numbers.finish())
  }
}
