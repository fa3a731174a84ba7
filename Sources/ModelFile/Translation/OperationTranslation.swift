/// How an operation becomes layers: what it reads and the network so far go in, what it makes comes out.
typealias OperationTranslation =
  @Sendable (OperationReader, inout NetworkBuilder) throws(ProgramProblem) -> [ProgramValue]
