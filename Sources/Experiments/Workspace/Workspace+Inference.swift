import Networks
import Tensors
import Training

extension Workspace {
  /// Asks models, until a signal stops it.
  public func inference(_ signal: any StopSignal = NeverStops()) -> Inference {
    Inference(shelf: shelf, signal: signal)
  }
}
