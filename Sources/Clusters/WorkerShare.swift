/// Which tasks of a job a worker does.
public struct WorkerShare: Sendable, Equatable {
  /// The worker's number, from 0, and how many workers there are.
  public let number: Int, count: Int

  /// A worker's share.
  ///
  /// Precondition: 0 ≤ number < count.
  public init(number: Int, of count: Int) {
    precondition((0..<count).contains(number), "worker \(number) of \(count)")
    (self.number, self.count) = (number, count)
  }

  /// The share of the rank that this process is, as Open MPI, MPICH, Slurm or the local launcher tell it by its environment; nil where none does.
  public init?(rankOf environment: [String: String], of count: Int? = nil) {
    let pairs = [
      ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"), ("SLURM_PROCID", "SLURM_NTASKS"),
      ("WHET_LOCAL_RANK", "WHET_LOCAL_SIZE"),
    ]
    for (rank, size) in pairs {
      guard let number = environment[rank].flatMap({ Int($0) }),
        let all = count ?? environment[size].flatMap({ Int($0) }),
        (0..<all).contains(number)
      else { continue }
      self.init(number: number, of: all)
      return
    }
    return nil
  }

  /// How many threads a worker has: what Slurm gave it, or its part of the machine that it shares with other ranks;
  /// nil where nobody says so.
  ///
  /// Source: sbatch(1), `SLURM_CPUS_PER_TASK`; mpirun(1) of Open MPI and MPICH's Hydra for the number of ranks of a machine.
  public static func threads(by environment: [String: String], processors: Int) -> Int? {
    for name in ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "WHET_LOCAL_SIZE"] {
      if let ranks = environment[name].flatMap({ Int($0) }), ranks > 0 { return max(1, processors / ranks) }
    }
    return environment["SLURM_CPUS_PER_TASK"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The tasks that are this worker's: every `count`-th.
  public func tasks(of all: Int) -> StrideTo<Int> { stride(from: number, to: all, by: count) }
}
