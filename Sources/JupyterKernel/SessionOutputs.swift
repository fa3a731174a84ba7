public import JupyterWire
import Synchronization

/// A run of a notebook's cell: the cell's identifier in the notebook, the message that asked for it, and the session of its
/// sender.
struct CellRun: Sendable, Equatable {
  let cell: String?, request: String, sender: String
}

/// The outputs of the session's cells as they stand, for a page that has missed them: one that was closed and opened again,
/// another browser, one whose connection was lost for hours.
///
/// A notebook gives each cell an identifier and sends it along with the cell; of cells without one nothing is kept. Each cell has
/// the outputs of its last run, figures in their last state. The cells changed last are kept, as far as there is room.
///
/// Any thread may call.
public final class SessionOutputs: Sendable {
  private enum Output: Sendable {
    case stream(CellOutput.Stream, String)
    case display(MIMEBundle, id: String?)
    case result(MIMEBundle, number: Int)
    case error(CellFailure)
  }

  private struct Cell: Sendable {
    let id: String, source: String
    let run: CellRun
    let number: Int
    var isRunning = true
    var outputs: [Output] = []
    /// Whether the outputs are removed when the next one comes.
    var isClearing = false
    /// Whether some outputs were too large to be kept.
    var isPartial = false
    /// When it changed last, counted in changes.
    var change = 0
    var bytes = 0

    func shows(_ display: String) -> Bool {
      outputs.contains { if case .display(_, display) = $0 { true } else { false } }
    }
  }

  private struct State {
    /// The cells, the one changed last at the end.
    var cells: [Cell] = []
    var bytes = 0
    var change = 0
  }

  /// What tells this session from another of the same kernel.
  public let session: String
  private let room: Int, roomOfCell: Int
  private let state = Mutex(State())

  /// The longest identifier of a cell, and the longest source, in bytes.
  private static let longestID = 256, longestSource = 20_000
  /// What an output takes beside its content, in bytes.
  private static let overhead = 200

  /// Nothing is kept yet.
  ///
  /// - Parameters:
  ///   - session: What tells this session from others; by default a name of its own.
  ///   - room: How many bytes are kept of all cells.
  ///   - roomOfCell: How many bytes are kept of one cell.
  public init(session: String = Identifiers.random(), room: Int = 32 << 20, roomOfCell: Int = 8 << 20) {
    self.session = session
    self.room = room
    self.roomOfCell = roomOfCell
  }

  /// How many bytes are kept.
  public var bytes: Int { state.withLock { $0.bytes } }

  // MARK: What cells do

  /// A cell runs, and what it showed before is gone.
  func begin(_ run: CellRun, source: String, number: Int) {
    guard let id = run.cell, !id.isEmpty, id.utf8.count <= Self.longestID else { return }
    let source = source.utf8.count <= Self.longestSource ? source : ""
    state.withLock { state in
      remove(&state) { $0.id == id }
      var cell = Cell(id: id, source: source, run: run, number: number)
      cell.bytes = Self.overhead + id.utf8.count + source.utf8.count
      state.bytes += cell.bytes
      state.cells.append(cell)
      changed(&state)
    }
  }

  /// A cell shows something, perhaps when it has ended already.
  func take(_ event: CellOutput.Event, of run: CellRun) {
    state.withLock { state in
      guard let place = place(of: run, in: &state, updating: event) else { return }
      apply(event, to: &state.cells[place])
      settle(place, in: &state)
    }
  }

  /// A cell fails.
  func take(_ failure: CellFailure, of run: CellRun) {
    state.withLock { state in
      guard let place = place(of: run, in: &state) else { return }
      add(.error(failure), to: &state.cells[place])
      settle(place, in: &state)
    }
  }

  /// A cell has ended.
  func end(_ run: CellRun) {
    state.withLock { state in
      guard let place = place(of: run, in: &state) else { return }
      state.cells[place].isRunning = false
      settle(place, in: &state)
    }
  }

  private func place(of run: CellRun, in state: inout State, updating event: CellOutput.Event? = nil) -> Int? {
    let place = state.cells.lastIndex { $0.run == run }
    // A figure may be updated by another cell than the one that shows it.
    guard case .updateDisplay(_, let id)? = event else { return place }
    if let place, state.cells[place].isPartial || state.cells[place].shows(id) { return place }
    return state.cells.lastIndex { $0.shows(id) }
  }

  private func apply(_ event: CellOutput.Event, to cell: inout Cell) {
    switch event {
    case .stream(let stream, let text):
      clearIfDue(&cell)
      if case .stream(stream, var whole)? = cell.outputs.last {
        cell.outputs.removeLast()  // So that the text is not copied.
        whole += text
        cell.outputs.append(.stream(stream, whole))
        cell.bytes += text.utf8.count
      } else {
        add(.stream(stream, text), to: &cell)
      }
    case .display(let bundle, let id): add(.display(bundle, id: id), to: &cell)
    case .updateDisplay(let bundle, let id):
      guard cell.shows(id) else { return add(.display(bundle, id: id), to: &cell) }
      for index in cell.outputs.indices {
        guard case .display(let before, id) = cell.outputs[index] else { continue }
        cell.outputs[index] = .display(bundle, id: id)
        cell.bytes += bundle.bytes - before.bytes
      }
    case .result(let bundle): add(.result(bundle, number: cell.number), to: &cell)
    case .clear(let wait):
      if wait { cell.isClearing = true } else { clear(&cell) }
    }
  }

  private func add(_ output: Output, to cell: inout Cell) {
    clearIfDue(&cell)
    cell.outputs.append(output)
    cell.bytes += Self.bytes(of: output)
  }

  private func clearIfDue(_ cell: inout Cell) {
    if cell.isClearing { clear(&cell) }
  }

  private func clear(_ cell: inout Cell) {
    cell.bytes = Self.overhead + cell.id.utf8.count + cell.source.utf8.count
    cell.outputs = []
    cell.isClearing = false
  }

  private static func bytes(of output: Output) -> Int {
    switch output {
    case .stream(_, let text): overhead + text.utf8.count
    case .display(let bundle, _), .result(let bundle, _): overhead + bundle.bytes
    case .error(let failure):
      overhead + failure.traceback.reduce(failure.name.utf8.count + failure.value.utf8.count) { $0 + $1.utf8.count }
    }
  }

  // MARK: Room

  /// Puts a cell that has changed behind the others, within its room and that of all.
  private func settle(_ place: Int, in state: inout State) {
    var cell = state.cells.remove(at: place)
    if cell.bytes > roomOfCell {
      clear(&cell)
      cell.isPartial = true
    }
    state.cells.append(cell)
    changed(&state)
  }

  private func changed(_ state: inout State) {
    state.change += 1
    state.cells[state.cells.count - 1].change = state.change
    state.bytes = state.cells.reduce(0) { $0 + $1.bytes }
    var count = 0
    while state.bytes > room, count < state.cells.count - 1 {
      state.bytes -= state.cells[count].bytes
      count += 1
    }
    state.cells.removeFirst(count)
  }

  private func remove(_ state: inout State, where isUnwanted: (Cell) -> Bool) {
    state.cells.removeAll(where: isUnwanted)
    state.bytes = state.cells.reduce(0) { $0 + $1.bytes }
  }

  // MARK: What pages ask

  /// Forgets the outputs of cells that have ended: their user has removed them.
  public func forget(_ cells: Set<String>) {
    state.withLock { remove(&$0) { !$0.isRunning && cells.contains($0.id) } }
  }

  /// The cells that have changed, the one changed last at the end.
  ///
  /// - Parameter change: How far the asker knows the changes of this session; 0 for all cells.
  /// - Returns: Each cell with its outputs as nbformat has them, and how far the asker knows the changes now.
  public func cells(since change: Int) -> (cells: [JSONObject], change: Int) {
    let (cells, change) = state.withLock { ($0.cells.filter { $0.change > change }, $0.change) }
    return (cells.map(Self.description), change)
  }

  private static func description(_ cell: Cell) -> JSONObject {
    [
      "cell": .string(cell.id), "source": .string(cell.source), "request": .string(cell.run.request),
      "sender": .string(cell.run.sender), "count": .integer(cell.number), "isRunning": .bool(cell.isRunning),
      "isPartial": .bool(cell.isPartial), "outputs": .array(cell.outputs.map { .object(description($0)) }),
    ]
  }

  /// An output as nbformat has it, and beside that the identifier of a figure.
  private static func description(_ output: Output) -> JSONObject {
    switch output {
    case .stream(let stream, let text):
      return ["output_type": "stream", "name": .string(stream.rawValue), "text": .string(text)]
    case .display(let bundle, let id):
      var description: JSONObject = [
        "output_type": "display_data", "data": .object(bundle.data), "metadata": .object(bundle.metadata),
      ]
      if let id { description.append("display", .string(id)) }
      return description
    case .result(let bundle, let number):
      return [
        "output_type": "execute_result", "execution_count": .integer(number), "data": .object(bundle.data),
        "metadata": .object(bundle.metadata),
      ]
    case .error(let failure):
      var description = Replies.failure(failure)
      description.append("output_type", "error")
      return description
    }
  }
}

extension MIMEBundle {
  /// About how many bytes it takes.
  fileprivate var bytes: Int {
    data.members.reduce(0) { sum, member in
      let size = member.value.stringValue.map(\.utf8.count) ?? JSONWriter.write(member.value).count
      return sum + member.name.utf8.count + size
    }
  }
}
