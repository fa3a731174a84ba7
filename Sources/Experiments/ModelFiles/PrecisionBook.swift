import Foundation
public import Networks

/// Which networks' frozen layers are computed in 8 bits: whoever makes something of a network's layers asks it.
///
/// A network is recognised by its layers and weights, whatever it is called; once they change, nothing is known of it.
public final class PrecisionBook {
  /// What outlives the process: how ranges are had again, and kept.
  struct Persistence {
    /// Those of earlier statements, as text by the network's digest.
    let recall: () -> [String: String]
    /// Keeps those of one network for later sessions; nil forgets them.
    let keep: (_ text: String?, _ digest: String) -> Void
    /// Lets a change be taken back.
    let record: (_ undo: @escaping () -> Void, _ redo: @escaping () -> Void) -> Void
  }

  /// What layers read, by name; of none where all are in single precision.
  typealias Ranges = [String: ClosedRange<Float>]

  private let persistence: Persistence
  private var loaded: [String: Ranges]?

  init(persistence: Persistence) { self.persistence = persistence }

  private var known: [String: Ranges] {
    if loaded == nil {
      loaded = persistence.recall().compactMapValues { try? JSONDecoder().decode(Ranges.self, from: Data($0.utf8)) }
    }
    return loaded ?? [:]
  }

  private static func digest(_ network: NetworkDefinition) -> String {
    String(Fingerprint(of: network.inSinglePrecision).value, radix: 16)
  }

  /// A network with its layers in the precision that was asked for last; as it is where none was.
  public func applied(to network: NetworkDefinition) -> NetworkDefinition {
    guard !known.isEmpty, let ranges = known[Self.digest(network)] else { return network }
    var applied = network
    applied.inputRanges = ranges
    return applied
  }

  /// Computes a network's layers in 8 bits from now on, those of `ranges`; in single precision where there are none. `undo` takes it
  /// back.
  public func use(_ ranges: [String: ClosedRange<Float>], for network: NetworkDefinition) {
    let digest = Self.digest(network)
    let before = known[digest]
    let after = ranges.isEmpty && !network.isQuantized ? nil : ranges
    guard before != after else { return }
    put(after, digest)
    persistence.record({ [self] in put(before, digest) }, { [self] in put(after, digest) })
  }

  private func put(_ ranges: Ranges?, _ digest: String) {
    var all = known
    all[digest] = ranges
    loaded = all
    let text = ranges.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    persistence.keep(text, digest)
  }
}
