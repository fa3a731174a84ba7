import Networks
import Tensors
import Training

extension Workspace {
  /// Asks models, until a signal stops it.
  public func inference(_ signal: any StopSignal = NeverStops()) -> Inference {
    Inference(shelf: shelf, signal: signal)
  }

  /// Asks models about photos that are not kept.
  ///
  /// - Parameter shelf: Has the networks that are asked.
  /// - Returns: What asks them, whatever stops meanwhile.
  public static func inference(on shelf: FeatureCache) -> Inference { Inference(shelf: shelf, signal: NeverStops()) }
}
