internal import CZlib
public import Files
public import Foundation

/// Writes a ZIP archive by minizip, straight into its file: entries stored as they are, for photos are packed already, with UTF-8
/// names and no date, so that the same entries make the same bytes.
public final class ZipWriter {
  private let file: AtomicFile
  private let sink: ZipSink
  private var archive: zipFile?

  /// The most bytes of an entry in the format's usual form; of the larger form none is written.
  static let longestEntry = Int(UInt32.max) - 1

  /// Begins an archive.
  ///
  /// - Parameter file: The file, which whoever began it finishes after the archive.
  /// - Throws: `FileWriteError`.
  public init(_ file: AtomicFile) throws(FileWriteError) {
    self.file = file
    sink = ZipSink(file)
    var functions = sink.functions
    archive = zipOpen2_64(nil, APPEND_STATUS_CREATE, nil, &functions)
    guard archive != nil else { throw .unwritable(path: file.path, code: ENOMEM) }
  }

  deinit { if let archive { zipClose(archive, nil) } }

  /// Adds an empty folder, such as `train/✊`.
  ///
  /// - Throws: `ZipError.cannotWrite`.
  public func add(folder name: String) throws(ZipError) {
    try add(name: name + "/", Data(), attributes: 0o040755 << 16 | 0x10)
  }

  /// Adds a file.
  ///
  /// - Throws: `ZipError.cannotWrite`, `entryTooLarge`.
  public func add(file name: String, _ content: Data) throws(ZipError) {
    try add(name: name, content, attributes: 0o100644 << 16)
  }

  /// Writes the end of the archive.
  ///
  /// - Returns: How many bytes it has.
  /// - Throws: `FileWriteError`.
  public func finish() throws(FileWriteError) -> Int {
    let code = archive.map { zipClose($0, nil) }
    archive = nil
    guard code == ZIP_OK, sink.code == nil else { throw .unwritable(path: file.path, code: sink.code ?? EIO) }
    return sink.size
  }

  private func add(name: String, _ content: Data, attributes: UInt) throws(ZipError) {
    guard name.utf8.count <= 65_535, !name.utf8.contains(0) else { throw .name(name) }
    guard content.count <= Self.longestEntry else { throw .entryTooLarge(name, limit: Self.longestEntry) }
    var info = zip_fileinfo()
    // Midnight of 1980-01-01.
    (info.dosDate, info.external_fa) = (0x21 << 16, attributes)
    // Stored; made on Unix, so that the attributes are read as permissions; names in UTF-8.
    let code = zipOpenNewFileInZip4_64(
      archive, name, &info, nil, 0, nil, 0, nil, 0, 0, 0, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, nil, 0, 0x0314, 0x800, 0)
    guard code == ZIP_OK, write(content), zipCloseFileInZip(archive) == ZIP_OK else {
      throw .cannotWrite(code: sink.code ?? EIO)
    }
  }

  private func write(_ content: Data) -> Bool {
    content.withUnsafeBytes { bytes in
      bytes.isEmpty || zipWriteInFileInZip(archive, bytes.baseAddress, UInt32(bytes.count)) == ZIP_OK
    }
  }
}
