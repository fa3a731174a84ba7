/// Tells work that goes on for long whether to stop.
public protocol StopSignal {
  /// Whether to stop, asked between pieces of work: photos, mini-batches, epochs.
  var isInterrupted: Bool { get }
  /// Whether to go on, for threads that work on the same behalf.
  var goesOn: @Sendable () -> Bool { get }
  /// The same, asked many times within a piece of work that may be dropped.
  var goesOnWithinStep: @Sendable () -> Bool { get }
}

/// Never stops anything.
public struct NeverStops: Sendable, StopSignal {
  /// Goes on for ever.
  public init() {}

  /// Never.
  public var isInterrupted: Bool { false }
  /// Always.
  public var goesOn: @Sendable () -> Bool { { true } }
  /// Always.
  public var goesOnWithinStep: @Sendable () -> Bool { { true } }
}
