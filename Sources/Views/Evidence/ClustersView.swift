public import Clusters
public import Figures
import Wording

/// The clusters that have names, and what this machine reaches.
public struct ClustersView {
  private let clusters: [String: Cluster]
  private let launchers: [LauncherAvailability]

  /// The clusters by name, and what was found of each launcher.
  public init(clusters: [String: Cluster], launchers: [LauncherAvailability]) {
    (self.clusters, self.launchers) = (clusters, launchers)
  }

  /// Tables and sentences.
  public var rendering: Rendering {
    var parts: [Rendering] = []
    if clusters.isEmpty {
      parts.append(
        .text("There are no clusters yet. To add one: cluster here launcher=local   or   cluster lab launcher=slurm"))
    } else {
      parts.append(
        Table(
          caption: Numbers.count(clusters.count, "cluster"),
          columns: [Table.Column("cluster"), Table.Column("launcher"), .number("workers"), Table.Column("settings")],
          rows: clusters.sorted { $0.key < $1.key }.map { name, cluster in
            [
              .text(name), .text(cluster.launcher.rawValue), .integer(cluster.tasks),
              .text(Self.settings(cluster).map { "\($0)=\($1)" }.joined(separator: " "), .muted),
            ]
          }
        ).rendering)
    }
    parts.append(
      Table(
        caption: "Launchers on this machine",
        columns: [Table.Column("launcher"), Table.Column("found"), Table.Column("remark")],
        rows: launchers.map {
          [.text($0.launcher.rawValue), .text($0.version ?? "–"), .text(Self.remark($0.trouble), .muted)]
        }
      ).rendering)
    let partitions = launchers.flatMap(\.partitions)
    if !partitions.isEmpty {
      parts.append(
        Table(
          caption: "Partitions of Slurm",
          columns: [
            Table.Column("partition"), Table.Column("available"), Table.Column("state"), .number("nodes"),
            .number("processors of a node"), Table.Column("time limit"),
          ],
          rows: partitions.map {
            [
              .text($0.name + ($0.isDefault ? " (default)" : "")), .text($0.availability), .text($0.state),
              .integer($0.nodes), .text($0.processors), .text($0.timeLimit),
            ]
          }
        ).rendering)
    }
    return Rendering.stacked(parts)
  }

  /// What a cluster is.
  public static func facts(_ cluster: Cluster, named name: String) -> Rendering {
    Table(
      caption: "cluster \(name)", columns: [Table.Column("setting"), Table.Column("value")],
      rows: ([
        ("launcher", cluster.launcher.rawValue), (cluster.launcher == .slurm ? "tasks" : "ranks", "\(cluster.tasks)"),
      ] + settings(cluster)).map {
        [.text($0), .text($1)]
      },
      note: "For example: sweep hand cluster=\(name) learningRate=[1e-4, 1e-3]"
    ).rendering
  }

  private static func settings(_ cluster: Cluster) -> [(String, String)] {
    let all: [(String, String?)] = [
      ("partition", cluster.partition), ("time", cluster.time), ("memory", cluster.memory),
      ("account", cluster.account), ("processors", cluster.processors == 1 ? nil : "\(cluster.processors)"),
      ("hosts", cluster.hosts.isEmpty ? nil : cluster.hosts.joined(separator: ", ")), ("before", cluster.before),
      ("retries", "\(cluster.retries)"), ("folder", cluster.folder),
    ]
    return all.compactMap { key, value in value.map { (key, $0) } }
  }

  static func remark(_ trouble: ClusterError?) -> String {
    switch trouble {
    case nil: ""
    case .missingProgram(let program, let packages)?:
      "\(program) is missing; Debian's package: \(Numbers.list(packages))"
    // Programs tell what they tried first, and what has failed at the end.
    case .program(_, let said)?: String(said.split(whereSeparator: \.isNewline).last ?? "")
    case .folder?, .damaged?, .otherEngine?, .missingLibrary?, .ranks?, .fewProcessors?: ""
    }
  }
}
