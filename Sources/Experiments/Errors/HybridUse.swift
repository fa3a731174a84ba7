/// What a hybrid cannot do: only the models that it is made of can.
public enum HybridUse: Sendable {
  /// To learn, to forget or to be set otherwise.
  case changing
  /// To be written to a file.
  case saving
  /// To be asked about parts of a photo, a drawing or values.
  case explaining
}
