/// How much an archive may hold. A small archive that would become huge is refused by its directory, before anything is
/// unpacked; an entry that becomes longer than its directory says is refused as damaged.
public struct ZipLimits: Sendable {
  /// The most entries.
  public var entries = 200_000
  /// The most bytes of all entries together, unpacked.
  public var bytes = 8_000_000_000
  /// The most bytes of one entry, unpacked.
  public var entryBytes = 128 << 20
  /// The most times an entry, and the archive, may grow: photos are packed already and hardly grow, and text some ten times, but
  /// a run of zeros a thousand times.
  public var ratio = 100
  /// What is no larger unpacked may grow as it likes; in bytes.
  public var harmless = 10_000_000

  /// The usual limits.
  public init() {}

  /// Whether so many bytes may come of so many packed ones.
  func allows(_ bytes: Int, of packed: Int) -> Bool { bytes <= harmless || bytes / ratio <= packed }
}
