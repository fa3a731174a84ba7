import Files
import Foundation
import ModelFile
import Networks
import RunStore
import Training

/// Writes checkpoints while a network trains: Core ML files beside the notebook that any reader opens, and from which `load`
/// and `train` go on with the same bits.
struct CheckpointWriter: Sendable {
  /// After every so many epochs of the network's life.
  let every: Int
  /// Where files are written.
  let files: DataFolder
  /// What writes them.
  let written: WrittenFiles
  /// The statement they are written for, as typed.
  let statement: String
  /// Whether files that Whet did not write may be replaced.
  let replacesFiles: Bool
  /// The checkpoints of earlier trainings that were replaced.
  let replaced = ReplacedFiles()

  /// Sees to it that there will be no surprise: that the network can be a file, that there is a folder for it, and that nobody
  /// else's files are in the way.
  ///
  /// - Parameters:
  ///   - model: The network.
  ///   - epochs: The epochs of the network's life that are to come.
  /// - Throws: `LoopDiagnostic.noCheckpoint`, `LoopDiagnostic.dropoutInCheckpoint`, `DataDiagnostic.foreign`.
  func prepare(for model: NetworkModel, epochs: ClosedRange<Int>) throws(ExperimentError) {
    for layer in model.definition.layers {
      if case .dropout = layer.kind {
        throw ExperimentError.loop(.dropoutInCheckpoint(model: model.name, layer: layer.name))
      }
    }
    do throws(ModelFileError) {
      _ = try ModelFileWriter(metadata: { $0 }).file(of: model, isUpdatable: true)
    } catch {
      throw ExperimentError.loop(.noCheckpoint(model: model.name, error))
    }
    let folder = files.destination(Self.folder)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw ExperimentError.loop(.noCheckpoint(model: Self.folder, .cannotWrite(path: Self.folder, code: errno)))
    }
    for epoch in Self.present(model.name, in: folder) where isDue(after: epoch) && epochs.contains(epoch) {
      let path = FilePath.plain(files.destination(path(of: model.name, epoch: epoch)))
      do throws(WrittenFileError) { try written.check(path, permission) } catch {
        // What is no file stays what it is, which writing says in its time.
        guard case .file(.foreign) = error else { continue }
        throw ExperimentError.data(DataDiagnostic(error, toWrite: statement, in: files))
      }
    }
  }

  /// The epochs of the checkpoints of a model that are there.
  private static func present(_ model: String, in folder: URL) -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: FilePath.plain(folder))) ?? []
    return names.compactMap { name in
      guard name.hasPrefix("\(model)-"), name.hasSuffix(".mlmodel") else { return nil }
      return Int(name.dropFirst(model.count + 1).dropLast(".mlmodel".count))
    }.sorted()
  }

  /// A checkpoint tells by its own content that Whet wrote it.
  private var permission: WrittenFiles.Permission {
    WrittenFiles.Permission(replacingOthers: replacesFiles, recognising: WrittenMark.isIn)
  }

  /// Whether a checkpoint is due after this epoch.
  func isDue(after epoch: Int) -> Bool { epoch.isMultiple(of: every) }

  /// Writes a checkpoint of a network as it stands.
  ///
  /// - Throws: `LoopDiagnostic.checkpointUnwritten`.
  func write(_ model: NetworkModel, epoch: Int) throws(ExperimentError) {
    let url = files.destination(path(of: model.name, epoch: epoch))
    let record = CheckpointRecord(model)?.text
    let short = files.short(url)
    do {
      let writing = ModelFileWriter { texts in
        var texts = texts
        texts.userDefined[CheckpointRecord.key] = record
        return texts
      }
      let bytes = WrittenMark.bytes(of: WrittenMark.added(to: try writing.file(of: model, isUpdatable: true)))
      let told = "\(short) was replaced"
      let id = try written.write(FilePath.plain(url), permission, for: statement, told: told) { try $0.write(bytes) }
      if let id { replaced.note(ReplacedFiles.Change(id: id, told: told)) }
    } catch {
      let problem =
        switch error {
        case let error as ModelFileError: error
        case let error as FileWriteError: ModelFileError(error)
        case WrittenFileError.file(let error): ModelFileError(error)
        default: ModelFileError.cannotWrite(path: short, code: EIO)
        }
      throw ExperimentError.loop(.checkpointUnwritten(path: short, problem, model: model.name, epoch: epoch))
    }
  }

  /// What checkpoints are called: checkpoints/hand-10.mlmodel.
  func path(of model: String, epoch: Int) -> String { "\(Self.folder)/\(model)-\(epoch).mlmodel" }

  private static let folder = "checkpoints"
}
