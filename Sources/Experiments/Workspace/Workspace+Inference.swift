import Networks
import Tensors
import Training

extension Workspace {
  /// Asks models, until a signal stops it.
  public func inference(_ signal: any StopSignal = NeverStops()) -> Inference {
    Inference(featureCache: featureCache, signal: signal)
  }

  /// Asks models about photos that are not kept.
  ///
  /// - Parameter featureCache: Has the networks that are asked.
  /// - Returns: What asks them, whatever stops meanwhile.
  public static func inference(on featureCache: FeatureCache) -> Inference {
    Inference(featureCache: featureCache, signal: NeverStops())
  }
}
