/// What a file holds that was taken for a table in text, by its first bytes.
public enum OtherContent: Sendable, Equatable {
  /// A database of SQLite: "SQLite format 3" and a zero.
  case database
  /// One array of NumPy: \x93NUMPY.
  case array
  /// A ZIP archive, as several arrays of NumPy, spreadsheets and packed folders are: PK, 3, 4.
  case archive
  /// A table of Parquet: PAR1.
  case parquet
  /// An HDF5 file: \x89HDF.
  case hdf5
  /// Bytes that are no text: there is a zero among the first.
  case bytes

  private static let beginnings: [(OtherContent, [UInt8])] = [
    (.database, Array("SQLite format 3\0".utf8)), (.array, [0x93] + Array("NUMPY".utf8)),
    (.archive, [0x50, 0x4B, 3, 4]),
    (.parquet, Array("PAR1".utf8)), (.hdf5, [0x89] + Array("HDF".utf8)),
  ]

  /// Looks at a file's first bytes; nil where they may be text in UTF-8 or Windows-1252.
  init?(_ beginning: UnsafeRawBufferPointer) {
    if let (content, _) = Self.beginnings.first(where: { beginning.starts(with: $0.1) }) {
      self = content
    } else if beginning.prefix(4_096).contains(0) {
      self = .bytes
    } else {
      return nil
    }
  }
}
