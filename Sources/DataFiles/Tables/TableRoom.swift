public import Foundation

/// How much memory the numbers of a table may take, and where those of a larger one are put.
public struct TableRoom: Sendable, Equatable {
  /// The most bytes of numbers that are held in memory.
  public let bytes: Int
  /// The folder of the files that hold the rest; it is made when it is needed.
  public let folder: URL

  /// States the room.
  public init(bytes: Int, folder: URL) {
    self.bytes = bytes
    self.folder = folder
  }

  /// Room for every table.
  public static let unlimited = TableRoom(bytes: .max, folder: FileManager.default.temporaryDirectory)

  /// What is left beside numbers that are held already.
  public func beside(_ used: Int) -> TableRoom { TableRoom(bytes: max(0, bytes - used), folder: folder) }
}
