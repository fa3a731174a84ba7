import Experiments
import Figures
public import Foundation
import Synchronization

/// The way from the kernel to one view on a page.
public struct TouchLine: Sendable {
  /// What tells it from others.
  let id: String
  /// Whether pages have not taken yet what was sent lately.
  let isFlooded: @Sendable () -> Bool
  /// Sends JSON.
  let send: @Sendable (Data) -> Void

  /// A line to a view.
  public init(id: String, isFlooded: @escaping @Sendable () -> Bool, send: @escaping @Sendable (Data) -> Void) {
    (self.id, self.isFlooded, self.send) = (id, isFlooded, send)
  }

  /// Answers the view.
  func send(_ answer: TouchAnswer) { send(answer.data) }
}

/// The one owner of what touched views need in the kernel: which are open, the models and photos they watch, and the acts that
/// wait to be done, in their order.
///
/// May be used from any thread.
public final class TouchBoard: Sendable {
  private struct Watch {
    let line: TouchLine
    let model: String
  }

  /// The photos of a split that a page shows, and how it was told last that they stand.
  private struct PhotoWatch {
    let line: TouchLine
    let split: String
    let names: Set<String>
    var standing: PhotoState?
  }

  private struct State {
    var watches: [String: Watch] = [:]
    /// By view and split.
    var photos: [String: [String: PhotoWatch]] = [:]
    /// The mark of the workspace's datasets when views were told last of photos.
    var photoMark: Int?
    /// The mark of the workspace's models, and the trainings at work, when views were told last.
    var mark: Int?, working: [String] = []
    var waiting = 0
  }

  private let state = Mutex(State())
  /// What pages have sent.
  let uploads = TouchUploads()
  /// The networks that look through cameras.
  let cameraNetworks = CameraNetworks()
  private let queue = DispatchQueue(label: "whet.touch")
  /// The most acts that wait.
  static let mostWaiting = 200

  /// No views.
  init() {}

  // MARK: Acts

  /// Does something after what was asked for before, beside the thread that asks.
  ///
  /// - Returns: Whether there is room for it.
  func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
    let hasRoom = state.withLock { state in
      guard state.waiting < Self.mostWaiting else { return false }
      state.waiting += 1
      return true
    }
    guard hasRoom else { return false }
    queue.async { [self] in
      work()
      state.withLock { $0.waiting -= 1 }
    }
    return true
  }

  // MARK: Views

  /// Has a view told from now on how a model stands.
  func watch(_ model: String, on line: TouchLine) {
    state.withLock { $0.watches[line.id] = Watch(line: line, model: model) }
  }

  /// Whether any view is open.
  var hasViews: Bool { state.withLock { !$0.watches.isEmpty } }

  /// A view was closed.
  func close(_ id: String) {
    state.withLock {
      $0.watches[id] = nil
      $0.photos[id] = nil
    }
    uploads.forget(id)
  }

  /// Tells views how their models stand after a statement, where any has changed, a training has begun or ended, or where it is
  /// demanded.
  func learn(from workspace: Workspace, isDemanded: Bool = false) {
    tellOfPhotos(in: workspace)
    guard hasViews else { return }
    let (mark, working) = (workspace.models.lastMark, workspace.jobs.atWork.map(\.model))
    let watches = state.withLock { state -> [Watch] in
      guard isDemanded || state.mark != mark || state.working != working else { return [] }
      (state.mark, state.working) = (mark, working)
      return Array(state.watches.values)
    }
    for (model, watches) in Dictionary(grouping: watches, by: \.model) {
      let answer = TouchAnswer.state(ControlsState(of: model, in: workspace)).data
      for watch in watches { watch.line.send(answer) }
    }
  }

  // MARK: Photos

  /// How photos stand that a view shows; it is told of every change from now on.
  ///
  /// - Parameters:
  ///   - names: The photos.
  ///   - split: Their split.
  ///   - line: The way to the view.
  ///   - isRecalled: Whether a dataset of an earlier session is looked for.
  ///   - workspace: Where they are.
  /// - Returns: How they stand.
  /// - Throws: What is wrong with the split; the view is told all the same once that is mended.
  func follow(
    _ names: Set<String>, of split: String, on line: TouchLine, isRecalled: Bool, in workspace: Workspace
  ) throws -> PhotoState {
    let standing = Result {
      try PhotoState(of: names, in: split, isRecalled: isRecalled, workspace)
    }
    state.withLock { state in
      let isKnown = state.photos[line.id]?[split] != nil
      guard isKnown || state.photos[line.id, default: [:]].count < Self.mostSplits else { return }
      state.photos[line.id, default: [:]][split] = PhotoWatch(
        line: line, split: split, names: names, standing: try? standing.get())
    }
    return try standing.get()
  }

  /// The most splits that one view is told of.
  private static let mostSplits = 100

  /// Tells views how their photos stand, where datasets have changed and these with them.
  private func tellOfPhotos(in workspace: Workspace) {
    let mark = workspace.datasets.lastMark
    let watches = state.withLock { state -> [PhotoWatch] in
      guard state.photoMark != mark else { return [] }
      state.photoMark = mark
      return state.photos.values.flatMap(\.values)
    }
    for watch in watches {
      guard
        let standing = try? PhotoState(of: watch.names, in: watch.split, isRecalled: false, workspace),
        standing != watch.standing
      else { continue }
      state.withLock { $0.photos[watch.line.id]?[watch.split]?.standing = standing }
      watch.line.send(.photos(id: nil, split: watch.split, standing))
    }
  }

  // MARK: Figures

  /// Shows views the figure of a training that goes on; views whose page does not keep up get the next one.
  func show(_ figure: Rendering, of model: String) {
    let lines = state.withLock { state in
      state.watches.isEmpty ? [] : state.watches.values.filter { $0.model == model }.map(\.line)
    }.filter { !$0.isFlooded() }
    guard !lines.isEmpty, let html = figure.html else { return }
    let answer = TouchAnswer.figure(html).data
    for line in lines { line.send(answer) }
  }
}
