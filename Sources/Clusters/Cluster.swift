/// A place with more than one processor to work on: which program starts work there, and what it is told.
public struct Cluster: Sendable, Equatable, Codable {
  /// What starts work there.
  public enum Launcher: String, Sendable, Equatable, Codable, CaseIterable {
    /// Slurm: an array of tasks, by `sbatch`.
    case slurm
    /// `mpirun`, of Open MPI or MPICH, on this machine or on hosts that it reaches.
    case mpi
    /// Processes of this machine, started by its shell: nothing needs to be installed.
    case local
  }

  /// What starts work there.
  public var launcher: Launcher
  /// How many workers share the trainings.
  public var tasks: Int
  /// Slurm's partition; nil for its default.
  public var partition: String?
  /// The longest a worker may take, as Slurm writes it (`00:20:00`); nil for the partition's limit.
  public var time: String?
  /// The memory of a worker, as Slurm writes it (`2G`); nil for the partition's default.
  public var memory: String?
  /// Who pays, as Slurm names it; nil for the user's default.
  public var account: String?
  /// The processors of each worker.
  public var processors: Int
  /// A line of shell to run before each worker, such as `module load gcc`; nil for none.
  public var before: String?
  /// The machines of `mpirun`; none for this one.
  public var hosts: [String]
  /// How often a task that has failed is tried again.
  public var retries: Int
  /// The folder of the job folders, which every machine sees; nil for the state folder's.
  public var folder: String?

  /// Names a place.
  ///
  /// Precondition: `tasks` and `processors` are at least 1, `retries` at least 0.
  public init(
    launcher: Launcher, tasks: Int, partition: String? = nil, time: String? = nil, memory: String? = nil,
    account: String? = nil, processors: Int = 1, before: String? = nil, hosts: [String] = [], retries: Int = 1,
    folder: String? = nil
  ) {
    precondition(tasks > 0 && processors > 0 && retries >= 0, "\(tasks) tasks of \(processors) processors")
    (self.launcher, self.tasks, self.processors, self.retries) = (launcher, tasks, processors, retries)
    (self.partition, self.time, self.memory, self.account) = (partition, time, memory, account)
    (self.before, self.hosts, self.folder) = (before, hosts, folder)
  }

  /// The packages of Debian that have the launcher.
  public static func packages(of launcher: Launcher) -> [String] {
    switch launcher {
    case .slurm: ["slurm-client"]
    case .mpi: ["openmpi-bin"]
    case .local: ["util-linux"]
    }
  }
}
