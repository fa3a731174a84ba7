/// Why a name could not be given a model or a dataset, or lose it.
public enum CatalogueError: Error, Equatable {
  /// A training has the model until it ends; `job` is its number, nil for the training of a cell.
  case inTraining(model: String, job: Int?)
  /// The name belongs to something of the other sort.
  case nameIsTaken(String, by: CatalogueSort)
  /// Nothing has the name.
  case unknownName(String)
}

/// What a name can be given to.
public enum CatalogueSort: Sendable, Equatable { case model, dataset }
