/// Where a cell shows what it has to show. Bound to its request: output that comes late still lands in its own cell.
///
/// May be called from any thread; what one thread sends arrives in the order it was sent.
public final class CellOutput: Sendable {
  /// Something a cell shows.
  public enum Event: Sendable, Equatable {
    /// Text written to one of the standard streams.
    case stream(Stream, String)
    /// A new output; with an identifier it can be updated later.
    case display(MIMEBundle, id: String?)
    /// New content for all outputs of that identifier.
    case updateDisplay(MIMEBundle, id: String)
    /// The value of the cell, shown beside its number.
    case result(MIMEBundle)
    /// Removes the cell's outputs; with `wait`, only when the next output comes.
    case clear(wait: Bool)
  }

  /// The standard streams.
  public enum Stream: String, Sendable, Equatable {
    /// Ordinary text.
    case stdout
    /// Warnings, shown on another ground.
    case stderr
  }

  private let deliver: @Sendable (Event) -> Void
  private let ask: (@Sendable (String, Bool) throws(InputError) -> String)?

  /// An output that hands every event to a function, and asks the reader by another one.
  ///
  /// Both may be called from several threads at once. The kernel makes one per request; tests and programs without
  /// Jupyter make their own.
  public init(
    ask: (@Sendable (_ prompt: String, _ password: Bool) throws(InputError) -> String)? = nil,
    deliver: @escaping @Sendable (Event) -> Void
  ) {
    self.deliver = deliver
    self.ask = ask
  }

  /// Writes text to standard output. Text is gathered for some milliseconds, so writing line by line costs little.
  public func stdout(_ text: String) { deliver(.stream(.stdout, text)) }

  /// Writes text to standard error.
  public func stderr(_ text: String) { deliver(.stream(.stderr, text)) }

  /// Shows an output; given an identifier, it can be updated later, by this cell or another.
  public func display(_ bundle: MIMEBundle, id: String? = nil) { deliver(.display(bundle, id: id)) }

  /// Replaces the content of all outputs of that identifier.
  public func updateDisplay(id: String, _ bundle: MIMEBundle) { deliver(.updateDisplay(bundle, id: id)) }

  /// Shows the value of the cell. Once per cell, as the last output.
  public func result(_ bundle: MIMEBundle) { deliver(.result(bundle)) }

  /// Removes the cell's outputs; with `wait`, only when the next output comes, which avoids a flicker.
  public func clear(wait: Bool) { deliver(.clear(wait: wait)) }

  /// Asks the reader for a line of text and waits for it.
  ///
  /// - Throws: `InputError.notSupported` when nobody can be asked, `InputError.interrupted` when the cell was interrupted
  ///   while it waited.
  public func input(prompt: String, password: Bool = false) throws(InputError) -> String {
    guard let ask else { throw .notSupported }
    return try ask(prompt, password)
  }
}

/// Why no input came.
public enum InputError: Error, Sendable, Equatable {
  /// The front end that sent the cell cannot be asked (`allow_stdin` is false).
  case notSupported
  /// The cell was interrupted while it waited.
  case interrupted
}
