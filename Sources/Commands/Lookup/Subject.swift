import CommandLanguage
import Experiments
import ModelFile

/// What a word in a cell can stand for: something the session knows, or a model file.
enum Subject {
  /// A model of the session.
  case model(Model)
  /// A dataset of the session.
  case dataset(Dataset)
  /// A model file, with its path as people write it.
  case file(ModelFile, path: String)
}

extension Workspace {
  /// What the ONNX file of a word consists of, and its path, where the file was refused because it cannot be run; nil for others.
  func outline(
    of thing: CheckedValue, whereRefusedFor error: any Error
  ) -> (outline: OnnxOutline, fault: ProgramError, path: String)? {
    guard case .experiment(.source(.modelFile(let path, .program(let fault))))? = error.mistake,
      let outline = library.outline(thing.word)
    else { return nil }
    return (outline, fault, path)
  }
}
