public import DataFiles

/// Why photos cannot be copied from a folder or an archive.
public enum PhotoSourceError: Error {
  /// What is in it are no photos in classes.
  case folder(PhotoFolderError)
  /// An archive that cannot be unpacked.
  case archive(String, ZipError)
}
