/// How much memory a model takes with the numbers of its layers in single precision: more than its file where they have few bits
/// there.
public struct UnpackedSize: Sendable, Equatable {
  /// The bytes of the file, with those of the numbers in single precision in the place of the stored ones.
  public let byteCount: Int

  /// Counts what a model's layers say of themselves, of a pipeline those of all of its models; nothing is unpacked.
  public init(of file: ModelFile) {
    let numbers = file.layers.lazy.flatMap(\.weights).map(\.parameters)
    let more = numbers.reduce(0) { $0 + max(0, $1.unpackedByteCount - $1.byteCount) }
    byteCount = file.pipeline.models.reduce(file.storage.byteCount + more) {
      $0 + UnpackedSize(of: $1).byteCount - $1.storage.byteCount
    }
  }
}
