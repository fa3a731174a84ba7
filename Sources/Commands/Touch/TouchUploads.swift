import Experiments
import Foundation
import Synchronization

/// Photos that pages send, piece by piece, until they are added or asked about.
final class TouchUploads: Sendable {
  /// One photo on its way.
  private struct Upload {
    let name: String
    var pieces: [Data?]

    var size: Int { pieces.reduce(0) { $0 + ($1?.count ?? 0) } }
    var content: Data? {
      guard pieces.allSatisfy({ $0 != nil }) else { return nil }
      return pieces.reduce(into: Data()) { $0 += $1 ?? Data() }
    }
  }

  /// A photo, by the view that sends it and the word it has there.
  private struct Key: Hashable { let view: String, word: String }

  private let uploads = Mutex<[Key: Upload]>([:])

  /// The most bytes of one photo, of a piece of it, and of all that wait together; the most that wait.
  static let mostBytes = 64 << 20, mostOfPiece = 2 << 20, mostTogether = 256 << 20, mostWaiting = 64

  /// Takes a piece of a photo; with the first begins it.
  ///
  /// - Throws: `TouchDiagnostic.upload`; the photo is forgotten then.
  func take(_ piece: UploadPart, _ data: Data?, from view: String) throws {
    let key = Key(view: view, word: piece.upload)
    try uploads.withLock { uploads in
      do {
        guard let data, data.count <= Self.mostOfPiece, (1...Self.mostBytes >> 10).contains(piece.parts),
          (0..<piece.parts).contains(piece.part)
        else { throw Diagnostic(.statement(.touch(.upload(.broken)))) }
        if piece.part == 0 { uploads[key] = nil }
        guard uploads[key] != nil || uploads.count < Self.mostWaiting else {
          throw Diagnostic(.statement(.touch(.upload(.tooMany(Self.mostWaiting)))))
        }
        var upload = uploads[key] ?? Upload(name: piece.name, pieces: Array(repeating: nil, count: piece.parts))
        guard upload.pieces.count == piece.parts, upload.pieces[piece.part] == nil else {
          throw Diagnostic(.statement(.touch(.upload(.broken))))
        }
        guard upload.size + data.count <= Self.mostBytes,
          uploads.values.reduce(data.count, { $0 + $1.size }) <= Self.mostTogether
        else { throw Diagnostic(.statement(.touch(.upload(.tooLarge(Self.mostBytes))))) }
        upload.pieces[piece.part] = data
        uploads[key] = upload
      } catch {
        uploads[key] = nil
        throw error
      }
    }
  }

  /// Hands out a photo that has come whole, and forgets it.
  ///
  /// - Throws: `TouchDiagnostic.upload`.
  func collect(_ word: String, from view: String) throws -> SentPhoto {
    let upload = uploads.withLock { $0.removeValue(forKey: Key(view: view, word: word)) }
    guard let upload, let content = upload.content, !content.isEmpty else {
      throw Diagnostic(.statement(.touch(.upload(.broken))))
    }
    return SentPhoto(name: upload.name, content: content)
  }

  /// Forgets what a view has sent.
  func forget(_ view: String) {
    uploads.withLock { uploads in uploads = uploads.filter { $0.key.view != view } }
  }
}

/// A piece of a photo: the bytes travel beside it.
struct UploadPart: Sendable, Decodable {
  /// The word by which the view calls the photo.
  let upload: String
  /// The file's name.
  let name: String
  /// Which piece it is, from 0, and how many there are.
  let part: Int, parts: Int

  /// Sees to it that its texts are not too long.
  ///
  /// - Throws: `TouchDiagnostic.tooLong`.
  func checked() throws -> UploadPart {
    try upload.checkLength()
    try name.checkLength()
    return self
  }
}
