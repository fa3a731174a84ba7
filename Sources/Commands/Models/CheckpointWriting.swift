import Experiments
import Foundation
import ModelFile
import Networks
import Training

/// Writes checkpoints while a network trains: Core ML files beside the notebook that any reader opens, and from which `load`
/// and `train` go on with the same bits.
struct CheckpointWriting {
  /// After every so many epochs of the network's life.
  let every: Int
  /// Where files are written.
  let files: DataFolder

  /// Sees to it that there will be no surprise: that the network can be a file, and that there is a folder for it.
  ///
  /// - Throws: `LoopFact.noCheckpoint`, `LoopFact.dropoutInCheckpoint`.
  func prepare(for model: NetworkModel) throws(Fault) {
    for layer in model.definition.layers {
      if case .dropout = layer.kind { throw Fault(.loop(.dropoutInCheckpoint(model: model.name, layer: layer.name))) }
    }
    do throws(ModelFileError) {
      _ = try ModelWriting(metadata: { $0 }).file(of: model, isUpdatable: true)
    } catch {
      throw Fault(.loop(.noCheckpoint(model: model.name, error)))
    }
    let folder = files.destination(Self.folder)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Fault(.loop(.noCheckpoint(model: Self.folder, .cannotWrite(path: Self.folder, code: errno))))
    }
  }

  /// Whether a checkpoint is due after this epoch.
  func isDue(after epoch: Int) -> Bool { epoch.isMultiple(of: every) }

  /// Writes a checkpoint of a network as it stands.
  ///
  /// - Throws: `LoopFact.checkpointUnwritten`.
  func write(_ model: NetworkModel, epoch: Int) throws(Fault) {
    let url = files.destination(path(of: model.name, epoch: epoch))
    let record = CheckpointRecord(model)?.text
    do throws(ModelFileError) {
      let writing = ModelWriting { texts in
        var texts = texts
        texts.userDefined[CheckpointRecord.key] = record
        return texts
      }
      try writing.file(of: model, isUpdatable: true).write(to: url)
    } catch {
      throw Fault(.loop(.checkpointUnwritten(path: files.short(url), error, model: model.name, epoch: epoch)))
    }
  }

  /// What checkpoints are called: checkpoints/hand-10.mlmodel.
  func path(of model: String, epoch: Int) -> String { "\(Self.folder)/\(model)-\(epoch).mlmodel" }

  private static let folder = "checkpoints"
}
