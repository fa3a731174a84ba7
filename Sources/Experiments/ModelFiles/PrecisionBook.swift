public import Networks

/// Which networks' frozen layers are computed in 8 bits: whoever makes something of a network's layers asks it.
///
/// A network is recognised by its layers and weights, whatever it is called; once they change, nothing is known of it.
public final class PrecisionBook {
  /// How layers are computed in 8 bits, by name; none where all are in single precision.
  typealias Layers = [String: LayerQuantization]

  private let kept: KeptValues<Layers>
  /// Lets a change be taken back.
  private let record: (UndoStep.Restorable) -> Void

  init(_ kept: KeptValues<Layers>, record: @escaping (UndoStep.Restorable) -> Void) {
    (self.kept, self.record) = (kept, record)
  }

  private static func digest(_ network: NetworkDefinition) -> String {
    String(Fingerprint(of: network.inSinglePrecision).value, radix: 16)
  }

  /// A network with its layers in the precision that was asked for last; as it is where none was.
  public func applied(to network: NetworkDefinition) -> NetworkDefinition {
    guard !kept.all.isEmpty, let layers = kept.all[Self.digest(network)] else { return network }
    var applied = network
    applied.quantizations = layers
    return applied
  }

  /// Computes a network's layers in 8 bits from now on, those of `layers`; in single precision where there are none. `undo` takes it
  /// back.
  public func use(_ layers: [String: LayerQuantization], for network: NetworkDefinition) {
    let digest = Self.digest(network)
    let before = kept.all[digest]
    let after = layers.isEmpty && !network.isQuantized ? nil : layers
    guard before != after else { return }
    kept.put(after, digest)
    record(
      UndoStep.Restorable(
        name: "the precision of features", undo: { [kept] in kept.put(before, digest) },
        redo: { [kept] in kept.put(after, digest) }))
  }
}
