internal import CRanks

/// The group of processes that `mpirun` or `srun` has started for one training. Its library, Open MPI's or MPICH's, is loaded
/// when a process enters its group.
///
/// A process belongs to one group, and to one thread at a time.
public final class MessagePassing: ProcessGroup {
  /// The libraries there are.
  public enum Library: Sendable, Equatable, CaseIterable {
    /// Open MPI.
    case openMPI
    /// MPICH, or a library with its binary interface.
    case mpich

    /// The library that this process was started for; nil where it is no rank of any.
    ///
    /// Source: mpirun(1) of Open MPI for its variables, the manual of MPICH's Hydra and of Slurm's `pmi2` for the others.
    public init?(by environment: [String: String]) {
      if environment["OMPI_COMM_WORLD_RANK"] != nil {
        self = .openMPI
      } else if environment["PMI_RANK"] != nil {
        self = .mpich
      } else if environment["PMIX_RANK"] != nil {
        self = .openMPI
      } else {
        return nil
      }
    }

    /// What its file is called, and the packages of Debian that have it.
    var file: (name: String, packages: [String]) {
      switch self {
      case .openMPI: ("libmpi.so.40", ["libopenmpi3"])
      case .mpich: ("libmpich.so.12", ["libmpich12"])
      }
    }
  }

  /// The number of this process, from 0.
  public let rank: Int
  /// How many processes there are.
  public let count: Int
  private var counts: [Int32], starts: [Int32]

  /// Enters the group.
  ///
  /// - Throws: `ClusterError.missingLibrary`, `ranks`.
  public init(_ library: Library) throws(ClusterError) {
    var (rank, count): (Int32, Int32) = (0, 0)
    var trouble: UnsafePointer<CChar>?
    let code = whet_ranks_begin(Int32(library == .openMPI ? whet_open_mpi : whet_mpich), &rank, &count, &trouble)
    let said = trouble.map { String(cString: $0) } ?? ""
    guard code >= 0 else {
      throw .missingLibrary(library.file.name, said: said, packages: library.file.packages)
    }
    guard code == 0 else { throw .ranks(said: "\(said) (error \(code))") }
    (self.rank, self.count) = (Int(rank), Int(count))
    counts = Array(repeating: 0, count: Int(count))
    starts = counts
    if count > 1 { rooms = findRooms() }
  }

  /// The memory by which processes of one machine exchange their numbers; elsewhere the library brings them.
  private var rooms: SharedRooms?

  /// Whether all processes are on one machine.
  public var sharesMemory: Bool { rooms != nil }

  /// Memory for the numbers of a `gather`, which then copies nothing; nil where there is none for so many. What is gathered there
  /// stays until the next exchange but one.
  public func room(for count: Int) -> UnsafeMutablePointer<Float>? { rooms?.room(for: count) }

  /// Finds memory that all processes share: all or none, for one that waited in another way would wait for ever.
  private func findRooms() -> SharedRooms? {
    var key = [UInt32](repeating: 0, count: SharedRooms.keyCount)
    var rooms = rank == 0 ? SharedRooms(for: count, key: &key) : nil
    gather(&key, parts: [key.count] + Array(repeating: 0, count: count - 1))
    if rank > 0 { rooms = SharedRooms(of: key, rank: rank, of: count) }
    var found = [UInt32](repeating: 0, count: count)
    found[rank] = rooms == nil ? 0 : 1
    gather(&found, parts: Array(repeating: 1, count: count))
    return found.contains(0) ? nil : rooms
  }

  private func gather(_ words: inout [UInt32], parts: [Int]) {
    words.withUnsafeMutableBytes { bytes in
      if let start = bytes.bindMemory(to: Float.self).baseAddress { gather(start, parts: parts) }
    }
  }

  /// Fills in what the others have.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of all ranks, rank by rank. Those of this one are there; on return all are.
  ///   - parts: How many numbers each rank has.
  ///
  /// Precondition: there are at most 2³¹ − 1 of them, which the library counts in 32 bits.
  public func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) {
    precondition(parts.count == count, "\(parts.count) parts of \(count) ranks")
    if let rooms { return rooms.gather(numbers, parts: parts) }
    var start: Int32 = 0
    for (place, part) in parts.enumerated() {
      (counts[place], starts[place]) = (Int32(part), start)
      start += Int32(part)
    }
    // Its own errors end all ranks.
    _ = whet_ranks_gather(numbers, counts, starts)
  }

  /// Leaves the group; all of its processes do.
  public func leave() { whet_ranks_end() }

  /// Ends all processes of the group.
  public func abort() { whet_ranks_abort(1) }
}
