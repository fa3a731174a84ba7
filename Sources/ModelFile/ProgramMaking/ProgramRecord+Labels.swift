import Networks

extension ProgramRecord {
  /// The same program as a classifier: its first output holds a score for each of these labels, in their order.
  ///
  /// - Throws: `ModelFileError.program` with `labelCount` where there are not as many.
  public func choosing(labels: [String]) throws(ModelFileError) -> ModelFile {
    let network = try self.network(joiningInputs: true)
    let shapes: [String: [Int]]
    do throws(NetworkError) { shapes = try network.shapes() } catch { throw .cannotExpress(.noOutput) }
    let count = network.outputs.first.flatMap { shapes[$0] }?.reduce(1, *) ?? 0
    guard count == labels.count else { throw .program(ProgramError(.labelCount(labels: labels.count, scores: count))) }
    return try ProgramMaker.file(of: network, labels: .strings(labels), from: file)
  }
}
