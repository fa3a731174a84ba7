/// What can be the matter with model files and what is done to them.
enum FileFact {
  /// `check` was asked about a dataset.
  case checksModelsOnly(String)
  /// `layers` was asked about something that has none.
  case noLayers(String, kind: String)
  /// `describe … parameters=true` was asked about something that is not trained.
  case noParameters(String)
}
