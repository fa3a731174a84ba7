public import Arithmetic
public import Foundation

/// Tables in text: a sample per line, its values between commas, semicolons, tabs, bars or blanks. Files may be packed with
/// gzip or LZFSE.
extension ReadTable {
  /// Reads a table in text.
  ///
  /// What stands between values, whether a comma stands in numbers, whether the first line holds names and what each column
  /// holds is found out from the first 1,000 lines, where the request does not say it. Texts become categories, and a missing
  /// value is what the request says.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - request: How it is to be read.
  ///   - workers: The threads that read numbers; with any number of them the table is the same.
  ///   - progress: Told now and then how many samples are read; false stops it.
  /// - Throws: What is wrong with the file; `stopped` where `progress` answers false.
  public init(
    csv url: URL, _ request: TableRequest = TableRequest(), workers: WorkerPool = .shared,
    progress: (_ samples: Int) -> Bool = { _ in true }
  ) throws(TabularDataError) {
    var reader = CSVReader(path: url.path, request: request, workers: workers)
    try TabularData.read(url) { piece in
      do throws(TabularDataError) { try reader.take(piece, progress: progress) } catch { return error }
      return nil
    }
    self = try reader.finish(progress: progress)
  }
}
