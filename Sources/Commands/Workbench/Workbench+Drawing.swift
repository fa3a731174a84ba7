import CommandLanguage
import Experiments
import Figures
public import Foundation
import Language
import Pictures
import Synchronization
import Training
import Views
import Wording

extension Workbench {
  /// Answers a canvas: `{"ask": "predict", "model": …, "strokes": …}` or `{"ask": "keep", …, "keep": …, "label": …}`.
  ///
  /// May be asked from any one thread, also while a cell runs; then models answer as they were before the running statement.
  /// Whatever is asked, there is an answer: the classes, what was done, or a sentence that says why not.
  ///
  /// - Parameter question: JSON, as a page sent it.
  /// - Returns: JSON: `classes`, `picture` (PNG in base64), `remark` and `line`; or `told`; or `problem`.
  public func answer(drawing question: Data) -> Data {
    do {
      guard let question = try? JSONDecoder().decode(DrawingRequest.self, from: question) else {
        throw Diagnostic(.drawing(.noQuestion))
      }
      switch question.ask {
      case .predict: return try DrawingRequests(workbench: self).predict(question).data
      case .keep: return try DrawingRequests(workbench: self).keep(question).data
      }
    } catch let error where error.mistake != nil {
      return DrawingAnswer.problem(
        (error.mistake.map { DiagnosticTexts.text(of: $0).lines } ?? []).joined(separator: "\n")
      ).data
    } catch {
      return DrawingAnswer.problem("This did not work: \(error)").data
    }
  }
}

/// Answers what a canvas asks of a workbench.
private struct DrawingRequests {
  let workbench: Workbench

  func predict(_ question: DrawingRequest) throws -> DrawingAnswer {
    let strokes = try Strokes(drawn: question.strokes)
    let (model, remark) = try model(question.model)
    let pixels = model.pixels(strokes, isCentered: question.isCentered)
    let answers = try workbench.drawings.show(pixels, to: model).prefix(question.top).map {
      DrawingAnswer.Class(label: $0.label, share: $0.probability, percent: Numbers.percent($0.probability))
    }
    let picture = try DrawingView.picture(pixels, width: model.width, height: model.height).pngData()
    return .classes(answers, picture: picture, remark: remark, line: question.line)
  }

  /// The model as the session has it, also from an earlier session; while a cell is running as the desk has it.
  private func model(_ name: String) throws -> (Drawable, remark: String?) {
    let now: (Drawable, remark: String)? = try workbench.lock.withLockIfAvailable { conversation in
      let workspace = conversation.workspace
      workspace.collectFromTrainings()
      let recalled = try workspace.recallModel(name)
      guard let model = workspace.models[name] else {
        throw Diagnostic(.unknownModel(name, known: workspace.models.keys.sorted()))
      }
      let drawable = try Drawable(model, in: workspace)
      if conversation.drawnFor.insert(name).inserted || !recalled.isEmpty { workbench.learn(nil, from: conversation) }
      let isOfCell = workspace.catalogue.training(of: name).map { $0.number == nil } ?? false
      let remark = isOfCell ? [Self.asItWas(name)] : drawable.isFresh ? [DrawingView.freshRemark(name)] : []
      return (drawable, (recalled + remark).joined(separator: " "))
    }
    if let (model, remark) = now { return (model, remark.isEmpty ? nil : remark) }
    guard let model = workbench.drawings.model(name) else { throw Diagnostic(.drawing(.busy(name))) }
    return (model, Self.asItWas(name))
  }

  private static func asItWas(_ name: String) -> String { "A cell is running: \(name) answers as it was before." }

  /// Runs the line that keeps a drawing, as if it had been typed: it can be taken back by `undo`.
  func keep(_ question: DrawingRequest) throws -> DrawingAnswer {
    let target = question.keep ?? ""
    guard let label = question.label, !label.isEmpty else { throw Diagnostic(.drawing(.badLabel(""))) }
    guard let cell = try? Parser.parse(Source(question.line(keeping: target, as: label))),
      let statement = cell.statements.first
    else { throw Diagnostic(.drawing(.noQuestion)) }
    let page = RecordingDisplay()
    let isDone: Void? = try workbench.lock.withLockIfAvailable { conversation in
      defer {
        workbench.learn(statement, from: conversation)
        conversation.workspace.agenda.settle()
      }
      try StatementRunner(conversation: conversation, display: page, names: { workbench.vocabulary }).run(
        statement, isLast: true)
    }
    guard isDone != nil else { throw Diagnostic(.drawing(.busyKeeping(target))) }
    return .told(page.text)
  }
}

extension DrawingRequest {
  /// The line that asks the same.
  var line: String {
    "draw \(LanguageText.value(model)) strokes=\(LanguageText.value(strokes))" + (isCentered ? "" : " center=false")
  }

  /// The line that keeps the drawing.
  func line(keeping target: String, as label: String) -> String {
    "\(line) keep=\(LanguageText.value(target)) label=\(LanguageText.value(label))"
  }
}

/// A page that takes down what is said on it.
private final class RecordingDisplay: CellDisplay {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }
  var isInterrupted: Bool { false }

  func print(_ text: String) { lines.withLock { $0.append(text) } }
  func show(_ rendering: Rendering) { print(rendering.plainText) }
  func show(_ rendering: Rendering, as identity: String) { print(rendering.plainText) }
  func replace(_ identity: String, with rendering: Rendering) {}
  func result(_ rendering: Rendering) { print(rendering.plainText) }
}
