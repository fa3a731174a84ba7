import CommandLanguage
import Experiments
import Figures
public import Foundation
import Language
import Synchronization
import Wording

/// Answers views on pages that are touched, on behalf of a workbench.
///
/// May be asked from any one thread, also while a cell runs. Whatever is asked, there is an answer: at once, or after the acts
/// that were asked for before.
public final class TouchViews: Sendable {
  private let workbench: Workbench
  private let board: TouchBoard

  /// The views of a workbench.
  public init(_ workbench: Workbench) {
    self.workbench = workbench
    board = workbench.lock.withLock { $0.touch }
    workbench.jobs.whenOneEnds { [weak self] in self?.tellEnd() }
  }

  /// Answers a view.
  ///
  /// - Parameters:
  ///   - question: JSON, as a page sent it.
  ///   - bytes: What came beside it.
  ///   - line: The way back to the view.
  public func answer(_ question: Data, beside bytes: Data? = nil, on line: TouchLine) {
    TouchAnswers(workbench: workbench, board: board, line: line).answer(question, beside: bytes)
  }

  /// A view was closed.
  public func closed(_ id: String) { board.close(id) }

  /// Tells views how models stand now that a training is over.
  private func tellEnd() {
    guard board.hasViews else { return }
    _ = board.enqueue { [workbench, board] in
      workbench.lock.withLock { conversation in
        conversation.workspace.collectFromTrainings()
        board.learn(from: conversation.workspace, isDemanded: true)
      }
    }
  }
}

/// Answers what one view asks of a workbench.
private struct TouchAnswers {
  let workbench: Workbench
  let board: TouchBoard
  let line: TouchLine

  func answer(_ question: Data, beside bytes: Data?) {
    let asked: TouchRequest
    do {
      asked = try JSONDecoder().decode(TouchRequest.self, from: question)
    } catch {
      let kind = error.mistake ?? .statement(.touch(.unknown))
      return line.send(.problem(id: TouchRequest.id(in: question), told(kind), line: nil))
    }
    let id = asked.id
    switch asked.ask {
    case .watch(let model):
      workbench.jobs.noteOnlooker()
      board.watch(model, on: line)
      later(id) {
        let remarks = workbench.lock.withLock { conversation in
          // A page that was left open knows models of earlier sessions.
          let remarks = (try? conversation.workspace.recallModel(model)) ?? []
          workbench.learn(nil, from: conversation)
          board.learn(from: conversation.workspace, isDemanded: true)
          return remarks
        }
        return .done(id: id, line: "", told: remarks.joined(separator: " "))
      }
    case .line(let act):
      later(id) {
        do {
          return .done(id: id, line: try workbench.lock.withLock { try act.line(in: $0.workspace) }, told: nil)
        } catch {
          return .problem(id: id, told(error), line: nil)
        }
      }
    case .act(let act): later(id) { perform(act, id: id) }
    case .piece(let piece):
      do {
        try board.uploads.take(piece, bytes, from: line.id)
        line.send(.done(id: id, line: "", told: nil))
      } catch {
        line.send(.problem(id: id, told(error), line: nil))
      }
    case .predict(let models, let upload):
      later(id) {
        do {
          let photo = try board.uploads.collect(upload, from: line.id)
          return .answers(
            id: id, try CameraEye(workbench: workbench, networks: board.cameraNetworks).answers(of: models, to: photo))
        } catch {
          return .problem(id: id, told(error), line: nil)
        }
      }
    case .photos(let split, let names, let isUnasked):
      later(id) {
        workbench.lock.withLock { conversation in
          do {
            let standing = try board.follow(
              Set(names), of: split, on: line, isRecalled: !isUnasked, in: conversation.workspace)
            return .photos(id: id, split: split, standing)
          } catch {
            return isUnasked ? .done(id: id, line: "", told: nil) : .problem(id: id, told(error), line: nil)
          }
        }
      }
    }
  }

  private func later(_ id: Int, _ work: @escaping @Sendable () -> TouchAnswer) {
    guard !board.enqueue({ [line] in line.send(work()) }) else { return }
    line.send(.problem(id: id, told(.statement(.touch(.tooMany(TouchBoard.mostWaiting)))), line: nil))
  }

  /// Runs the line of an act, as if it had been typed.
  private func perform(_ act: TouchAct, id: Int) -> TouchAnswer {
    let page = TouchPage()
    var text: String?
    let problem = workbench.lock.withLock { conversation -> String? in
      defer { conversation.workspace.agenda.settle() }
      conversation.workspace.collectFromTrainings()
      let files = conversation.workspace.files
      var file: String?
      do {
        let (whole, path) = try act.withFile(from: board.uploads, of: self.line.id, in: files)
        file = path
        let line = try whole.line(in: conversation.workspace)
        text = line
        let source = Source(line)
        guard let cell = try? Parser.parse(source), cell.statements.count == 1 else {
          throw Diagnostic(.statement(.touch(.unknown)))
        }
        let problem = workbench.run(cell.statements[0], in: conversation, isLast: true, source: source, page)
        // A photo that could not be added leaves nothing.
        if problem != nil, let path { try? FileManager.default.removeItem(at: files.destination(path)) }
        return problem?.sentences
      } catch {
        if let file { try? FileManager.default.removeItem(at: files.destination(file)) }
        return told(error)
      }
    }
    if let problem { return .problem(id: id, problem, line: text) }
    return .done(id: id, line: text ?? "", told: page.text)
  }

  private func told(_ kind: DiagnosticKind) -> String { DiagnosticTexts.text(of: kind).lines.joined(separator: "\n") }

  private func told(_ error: any Error) -> String { error.mistake.map(told) ?? "This did not work: \(error)" }
}

extension CellProblem {
  /// The sentences without the line and the carets below it.
  fileprivate var sentences: String {
    guard lines.count > 1 else { return message }
    return lines.dropFirst().map { String($0.drop { $0 == " " || $0 == "^" }) }.joined(separator: "\n")
  }
}

extension TouchRequest {
  /// The number of a question that cannot be read further.
  fileprivate static func id(in question: Data) -> Int? {
    struct Numbered: Decodable { let id: Int }
    return (try? JSONDecoder().decode(Numbered.self, from: question))?.id
  }
}

/// A page that takes down what is said on it, but for figures that live on.
private final class TouchPage: CellDisplay {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }
  var isInterrupted: Bool { false }

  func print(_ text: String) { lines.withLock { $0.append(text) } }
  func show(_ rendering: Rendering) { print(rendering.plainText) }
  func show(_ rendering: Rendering, as identity: String) {}
  func replace(_ identity: String, with rendering: Rendering) {}
  func result(_ rendering: Rendering) { print(rendering.plainText) }
}
