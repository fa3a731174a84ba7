import Foundation

/// A folder that lasts as long as its owner. It need not be there.
public final class SessionFolder {
  private let url: URL

  /// A folder at a place of its own.
  init(_ url: URL) { self.url = url }

  deinit { remove() }

  /// Removes it; to be called where the process may end before its owner does.
  public func remove() { try? FileManager.default.removeItem(at: url) }
}
