/// What can be wrong with the data or the settings given to a training, as facts.
public enum TrainingError: Error, Sendable, Equatable {
  /// Feature vectors have another length than the model remembers.
  case dimensions(expected: Int, actual: Int)
  /// Features must come as [samples, dimension]; these have another shape.
  case shape([Int])
  /// There are not as many labels, targets or keys as samples.
  case count(of: String, expected: Int, actual: Int)
  /// A number that should be finite is not; its sample and its place within the sample.
  case notFinite(sample: Int, position: Int)
  /// A setting has a value that is not allowed.
  case setting(SettingError)
  /// There is nothing to train on.
  case noSamples
  /// A target names a class that the model does not have.
  case unknownClass(sample: Int, target: Int, classes: Int)
  /// These settings cannot be changed while a training is under way.
  case fixedWhileTraining([String])
  /// A saved state belongs to other data or settings.
  case stateMismatch(of: String, expected: Int, actual: Int)
}
