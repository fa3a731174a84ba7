public import Networks
import Tensors

extension ProgramRecord {
  /// The network that a function is, as the engine knows it: of the one asked for, or of the one that runs where none is.
  ///
  /// - Parameters:
  ///   - name: The function; nil for the one that runs where none is asked for.
  ///   - joinsInputs: Whether several arrays become one vector, which holds them one after the other.
  /// - Returns: The network.
  /// - Throws: `ModelFileError.wrongKind` where the model is no program, and `program` with what is wrong in it; operations that are
  ///   not known all at once.
  public func network(
    function name: String? = nil, joiningInputs joinsInputs: Bool = false
  ) throws(ModelFileError) -> NetworkDefinition {
    var translation = ProgramTranslation(
      try function(named: name), package: file.package, joiningInputs: joinsInputs)
    return try translation.network()
  }

  /// The constants of a function, by name, the compressed ones decoded.
  func constants(function name: String? = nil) throws(ModelFileError) -> [String: Tensor] {
    var translation = ProgramTranslation(try function(named: name), package: file.package)
    _ = try translation.network()
    return translation.constants
  }
}
