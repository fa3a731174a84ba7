import JupyterWire
import Synchronization

/// Everything the kernel has to say, in the order it is to be said.
///
/// Any thread may post; the socket thread alone sends. So messages on different sockets keep their order too: outputs,
/// then the reply, then `idle`. Text of the standard streams is gathered here and becomes a message when anything else is
/// posted, when its time has come, or when there is much of it.
///
/// To wake the socket thread costs more than all the rest of a small cell. So messages that others follow at once do not wake
/// it while it only dozes: they leave with the next one, or when the doze is over.
final class Outbox: Sendable {
  /// A message on its way to a socket.
  struct Item: Sendable {
    let channel: ConnectionFile.Channel
    let frames: [[UInt8]]
    /// The same for all front ends; nil for what goes to one.
    var notice: Backlog.Notice?
  }

  /// What the socket thread is to do next.
  struct Batch {
    /// Messages to send now.
    var items: [Item]
    /// How many milliseconds it may wait for more; `nil` for as long as it likes.
    var wait: Int?
  }

  /// When a message is to leave.
  enum Departure: Sendable {
    /// At once.
    case now
    /// With the next one, or a moment later if none comes.
    case withNext
  }

  /// What the socket thread does.
  private enum Sender {
    /// It looks here before it sleeps.
    case awake
    /// It sleeps, and looks here within a moment.
    case dozing
    /// It sleeps, perhaps for long.
    case asleep
  }

  private struct State {
    var items: [Item] = []
    var text: GatheredText?
    var lastText = Int.min / 2
    var sender = Sender.awake
    var isAnswerDue = false
    /// How many bytes are posted, and how many wait for front ends that read.
    var posted = 0, waiting = 0
    /// Whether a cell need not wait for somebody who hears it.
    var isHeard = false
    /// How many cells run.
    var running = 0
  }

  /// How long the socket thread dozes at most, in milliseconds.
  private static let doze = 1

  private let state = Mutex(State())
  private let composer: Composer
  private let doorbell: Doorbell
  private let now: @Sendable () -> Int

  /// An empty outbox. `now` tells the time in milliseconds.
  init(composer: Composer, doorbell: Doorbell, now: @escaping @Sendable () -> Int = { Clock.milliseconds }) {
    self.composer = composer
    self.doorbell = doorbell
    self.now = now
  }

  /// Sends the answer to a request, and tells all front ends that it is done, in one: whoever asks again on seeing the answer
  /// hears nothing older afterwards.
  func answer(_ messageType: String, to origin: Origin, _ content: JSONObject) {
    let frames = composer.frames(
      messageType, prefix: origin.identities, parent: origin.header, metadata: [:], content: content)
    post(Item(channel: origin.channel, frames: frames), concluding: origin, leaving: .now)
  }

  /// Sends a message to the sender of a request, over the channel it came from or another of its.
  func send(
    _ messageType: String, to origin: Origin, over channel: ConnectionFile.Channel? = nil, _ content: JSONObject,
    leaving departure: Departure = .now
  ) {
    let frames = composer.frames(
      messageType, prefix: origin.identities, parent: origin.header, metadata: [:], content: content)
    post(Item(channel: channel ?? origin.channel, frames: frames), leaving: departure)
  }

  /// Tells all front ends something about a request, or about nothing in particular.
  func publish(
    _ messageType: String, about origin: Origin?, _ content: JSONObject, metadata: JSONObject = [:],
    buffers: [[UInt8]] = [], leaving departure: Departure = .now
  ) {
    let frames = composer.frames(
      messageType, prefix: [Array(messageType.utf8)], parent: origin?.header, metadata: metadata, content: content,
      buffers: buffers)
    post(notice(messageType, frames, content, about: origin), leaving: departure)
  }

  private func notice(_ messageType: String, _ frames: [[UInt8]], _ content: JSONObject, about origin: Origin?) -> Item
  {
    var worth = Backlog.Worth.result
    var display: String?
    switch messageType {
    case "status": worth = .status
    case "stream": worth = .text
    case "display_data", "update_display_data":
      let id = content["transient"]?.objectValue?["display_id"]?.stringValue
      if id != nil { worth = .figure }
      if messageType == "update_display_data" { display = id }
    default: break
    }
    let notice = Backlog.Notice(
      topic: frames[0], frames: Array(frames.dropFirst()), worth: worth, display: display, parent: origin?.header)
    return Item(channel: .iopub, frames: frames, notice: notice)
  }

  /// What tells of messages that were left out, behind the topic.
  func frames(telling gap: Backlog.Gap) -> [[UInt8]] {
    let content: JSONObject = [
      "name": "stderr",
      "text": .string(
        "\(gap.count) messages (\(gap.bytes / 1000) kB) were left out here, for this front end had not read them.\n"),
    ]
    return composer.frames("stream", prefix: [], parent: gap.parent, content: content)
  }

  /// Greets whoever subscribed to a topic; the greeting reaches everybody who did.
  func welcome(topic: [UInt8]) {
    let content: JSONObject = ["subscription": .string(String(decoding: topic, as: UTF8.self))]
    let frames = composer.frames("iopub_welcome", prefix: [topic], parent: nil, content: content)
    post(Item(channel: .iopub, frames: frames), leaving: .now)
  }

  /// Tells all front ends whether a request is being worked on; `cells` is how many more, or fewer, run from now on.
  ///
  /// Front ends and servers take the last word for the kernel's state, whatever it was about, and may end a kernel that was idle
  /// for long. So while cells run, what is idle is followed by a busy: about nothing, for about a cell it is said once.
  func status(
    _ executionState: String, about origin: Origin?, leaving departure: Departure = .now, cells change: Int = 0
  ) {
    let mustRing = state.withLock { state in
      flushText(&state)
      state.running += change
      appendStatus(executionState, about: origin, to: &state)
      return mustWake(&state, for: departure)
    }
    if mustRing { doorbell.ring() }
  }

  private func appendStatus(_ executionState: String, about origin: Origin?, to state: inout State) {
    let content: JSONObject = ["execution_state": .string(executionState)]
    let frames = composer.frames("status", prefix: [Array("status".utf8)], parent: origin?.header, content: content)
    append(notice("status", frames, content, about: origin), to: &state)
    if executionState == "idle", state.running > 0 { appendStatus("busy", about: nil, to: &state) }
  }

  /// Gathers text a cell wrote to one of the standard streams.
  func write(_ text: String, to stream: CellOutput.Stream, about origin: Origin) {
    guard !text.isEmpty else { return }
    let mustRing = state.withLock { state in
      guard state.text?.belongs(to: stream, of: origin) == true else {
        flushText(&state)
        let due = max(now() + GatheredText.shortWait, state.lastText + GatheredText.longWait)
        state.text = GatheredText(origin: origin, stream: stream, text: text, due: due)
        return mustWake(&state, for: .withNext)  // Whoever dozes learns in time when it is due.
      }
      state.text?.text += text
      guard let size = state.text?.text.utf8.count, size >= GatheredText.greatestText else { return false }
      flushText(&state)
      return mustWake(&state, for: .now)
    }
    if mustRing { doorbell.ring() }
  }

  private func post(_ item: Item, concluding origin: Origin? = nil, leaving departure: Departure) {
    let mustRing = state.withLock { state in
      flushText(&state)
      append(item, to: &state)
      if let origin { appendStatus("idle", about: origin, to: &state) }
      return mustWake(&state, for: departure)
    }
    if mustRing { doorbell.ring() }
  }

  private func mustWake(_ state: inout State, for departure: Departure) -> Bool {
    switch (state.sender, departure) {
    case (.awake, _), (.dozing, .withNext): return false
    case (.asleep, _), (.dozing, .now):
      state.sender = .awake
      return true
    }
  }

  private func flushText(_ state: inout State) {
    guard let gathered = state.text else { return }
    state.text = nil
    state.lastText = now()
    for text in gathered.text.pieces(ofBytes: GatheredText.longestText) {
      let content: JSONObject = ["name": .string(gathered.stream.rawValue), "text": .string(text)]
      let frames = composer.frames(
        "stream", prefix: [Array("stream.\(gathered.stream.rawValue)".utf8)], parent: gathered.origin.header,
        content: content)
      append(notice("stream", frames, content, about: gathered.origin), to: &state)
    }
  }

  private func append(_ item: Item, to state: inout State) {
    state.items.append(item)
    if let notice = item.notice { state.posted += notice.size }
  }

  // MARK: The first front end

  /// How long the first cell waits for somebody who hears it, in milliseconds.
  private static let longestSilence = 1000

  /// Takes note that somebody has subscribed to outputs.
  func noteListener() { state.withLock { $0.isHeard = true } }

  /// Has the first cell wait until somebody hears it, unless it is to stop: a front end that connected before the kernel
  /// listened tries each channel again by itself, outputs up to 0.2 s after requests. What it cannot hear is lost, and some
  /// wait for the lost `idle` for ever. Who runs cells and never listens waits once.
  func waitForListener(unless cancellation: Cancellation) {
    let start = now()
    while !state.withLock(\.isHeard), !cancellation.isCancelled {
      if now() - start >= Self.longestSilence { noteListener() } else { Clock.sleep(milliseconds: 1) }
    }
  }

  // MARK: Floods

  /// Takes note of how much waits for front ends that read.
  func note(waiting bytes: Int) { state.withLock { $0.waiting = bytes } }

  /// Whether more waits for front ends that read than they should be sent.
  var isFlooded: Bool { state.withLock { $0.posted + $0.waiting } > Publisher.flood }

  /// Has a cell wait that shows more than its front ends read, unless it is to stop. Never longer than they go on reading.
  func waitForReaders(unless cancellation: Cancellation) {
    var last = -1
    var since = now()
    while !cancellation.isCancelled {
      let bytes = state.withLock { $0.posted + $0.waiting }
      guard bytes > Publisher.flood else { return }
      if bytes != last { (last, since) = (bytes, now()) }
      guard now() - since < 2 * Publisher.patience else { return }
      Clock.sleep(milliseconds: 1)
    }
  }
}

// MARK: - The sender's side

extension Outbox {
  /// A request has been passed on to another thread, which will answer it, probably soon: the caller is to doze before it
  /// sleeps.
  func expectAnswer() { state.withLock { $0.isAnswerDue = true } }

  /// What is to be sent now. When that is nothing, the next one who posts will ring the doorbell, or rely on the caller to
  /// look here in time: it can go to sleep, no longer than the batch says.
  func take() -> Batch {
    state.withLock { state in
      var wait: Int?
      if let text = state.text {
        let rest = text.due - now()
        if rest <= 0 { flushText(&state) } else { wait = rest }
      }
      guard state.items.isEmpty else {
        defer {
          state.items = []
          state.posted = 0
        }
        state.sender = .awake
        return Batch(items: state.items, wait: wait)
      }
      state.sender = state.isAnswerDue ? .dozing : .asleep
      if state.isAnswerDue { wait = min(wait ?? Self.doze, Self.doze) }
      state.isAnswerDue = false
      return Batch(items: [], wait: wait)
    }
  }
}

/// Text of one stream of one cell that has not been sent.
private struct GatheredText {
  /// How long text waits for more, in milliseconds: the first of it only shortly, so that a reader sees at once that
  /// something happens, then in pieces that no front end counts as a flood.
  static let shortWait = 1
  static let longWait = 50
  /// Text of this many bytes is sent at once.
  static let greatestText = 1 << 18
  /// A message holds this many bytes of text.
  static let longestText = 1 << 20

  let origin: Origin
  let stream: CellOutput.Stream
  var text: String
  let due: Int

  func belongs(to stream: CellOutput.Stream, of origin: Origin) -> Bool {
    self.stream == stream && self.origin.messageID == origin.messageID
  }
}

extension String {
  /// The text in pieces of at most so many bytes, cut between code points.
  fileprivate func pieces(ofBytes limit: Int) -> [String] {
    guard utf8.count > limit else { return [self] }
    var pieces: [String] = []
    var start = startIndex
    while start < endIndex {
      var end = utf8.index(start, offsetBy: limit, limitedBy: endIndex) ?? endIndex
      while end < endIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
      pieces.append(String(self[start..<end]))
      start = end
    }
    return pieces
  }
}
