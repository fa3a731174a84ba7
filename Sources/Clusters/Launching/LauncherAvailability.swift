/// What of a launcher this machine reaches.
public struct LauncherAvailability: Sendable, Equatable {
  /// The launcher.
  public let launcher: Cluster.Launcher
  /// What it says of its version; nil where it is not there.
  public let version: String?
  /// What its machines are: of Slurm a line for each partition, as its name, state, nodes, processors of a node and time limit.
  public let partitions: [Partition]
  /// What is in the way; nil where nothing is.
  public let trouble: ClusterError?

  /// A partition of Slurm.
  public struct Partition: Sendable, Equatable {
    /// Its name; the default one's without its asterisk.
    public let name: String
    /// Whether it is the default one.
    public let isDefault: Bool
    /// Whether it takes jobs, as Slurm says it: `up`.
    public let availability: String
    /// The state of these nodes, such as `idle`, and how many there are.
    public let state: String, nodes: Int
    /// The processors of a node, and the longest a job may take, as Slurm writes them.
    public let processors: String, timeLimit: String
  }

  /// Asks a launcher.
  public init(of launcher: Cluster.Launcher) {
    self.launcher = launcher
    do throws(ClusterError) {
      switch launcher {
      case .slurm:
        let sinfo = try OutsideProgram("sinfo", packages: Cluster.packages(of: .slurm))
        version = try sinfo.succeed(["--version"], within: 5).trimmed
        (partitions, trouble) = Self.partitions(by: sinfo)
      case .mpi:
        let mpirun = try OutsideProgram("mpirun", packages: Cluster.packages(of: .mpi))
        version = Self.shortVersion(try mpirun.succeed(["--version"], within: 5))
        (partitions, trouble) = ([], nil)
      case .local:
        _ = try OutsideProgram("setsid", packages: Cluster.packages(of: .local))
        (version, partitions, trouble) = ("processes of this machine", [], nil)
      }
    } catch {
      (version, partitions, trouble) = (nil, [], error)
    }
  }

  private static func partitions(by sinfo: OutsideProgram) -> ([Partition], ClusterError?) {
    do throws(ClusterError) {
      return (partitions(try sinfo.succeed(["--noheader", "--format=%P|%a|%T|%D|%c|%l"], within: 10)), nil)
    } catch {
      return ([], error)
    }
  }

  /// Reads what `sinfo` says, a line for each partition and state.
  static func partitions(_ text: String) -> [Partition] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0).trimmed }
      guard fields.count == 6, let nodes = Int(fields[3]) else { return nil }
      let isDefault = fields[0].hasSuffix("*")
      return Partition(
        name: isDefault ? String(fields[0].dropLast()) : fields[0], isDefault: isDefault, availability: fields[1],
        state: fields[2], nodes: nodes, processors: fields[4], timeLimit: fields[5])
    }
  }

  /// `mpirun (Open MPI) 4.1.4` of Open MPI's first line; of MPICH, which says much, its name and version.
  static func shortVersion(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
    if let version = lines.first(where: { $0.hasPrefix("Version:") }) {
      return "MPICH \(String(version.dropFirst("Version:".count)).trimmed)"
    }
    return lines.first ?? ""
  }
}

extension String {
  /// The text without blanks and line ends around it.
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
