import Experiments
import Language
import Training
import Wording

/// Asks models about a photo that a page has sent and nobody has kept.
struct CameraEye {
  let workbench: Workbench
  /// The networks that look through cameras.
  let networks: CameraNetworks

  /// The most classes of an answer.
  private static let mostClasses = 3

  /// Asks models.
  ///
  /// - Parameters:
  ///   - models: Their names.
  ///   - photo: What they are asked about.
  /// - Returns: What they answer, in their order.
  /// - Throws: What the file system throws.
  func answers(of models: [String], to photo: SentPhoto) throws -> [TouchAnswer.ModelAnswer] {
    let found = workbench.lock.withLock { conversation in
      conversation.workspace.collectFromTrainings()
      return models.map { name -> (name: String, model: Model?) in
        _ = try? conversation.workspace.recallModel(name)
        return (name, conversation.workspace.models[name])
      }
    }
    return try photo.withFile { picture in
      networks.use { cache in
        found.map { name, model in
          do {
            guard let model else { throw Diagnostic(.unknownModel(name, known: found.compactMap { $0.model?.name })) }
            let answers = try Workspace.inference(on: cache).answers(of: model, to: [picture])
            return TouchAnswer.ModelAnswer(
              model: name,
              classes: (answers.first ?? []).prefix(Self.mostClasses).map {
                TouchAnswer.ModelAnswer.Class(
                  label: $0.label, share: $0.probability, percent: Numbers.percent($0.probability))
              })
          } catch {
            let lines = error.mistake.map { DiagnosticTexts.text(of: $0).lines.joined(separator: " ") }
            return TouchAnswer.ModelAnswer(model: name, problem: lines ?? "This did not work: \(error)")
          }
        }
      }
    }
  }
}
