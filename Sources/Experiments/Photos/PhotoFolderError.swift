/// Why a folder cannot be read as photos in classes; paths are written for people.
public enum PhotoFolderError: Error, Equatable {
  /// It is in none of these places.
  case missing(places: [String])
  /// It is a file.
  case notAFolder(String)
  /// The system refuses: its word for why.
  case unreadable(String, reason: String)
  /// It has no folders, so no classes.
  case noClasses(String)
  /// No class has a photo: the classes, and the files that are no photos.
  case noPhotos(folder: String, classes: [String], files: [String])
  /// None of the photos can be read.
  case noneReadable(folder: String, UnreadablePhotos)
  /// It has a folder of test photos, and somebody wants it divided.
  case alreadySplit(String)
  /// A class that was asked for has no folder: the folders there are.
  case noFolder(label: String, folder: String, found: [String])
  /// Two classes are the same word.
  case sameLabel(String, String)
  /// `labels.json` is no list of names.
  case brokenLabelsFile(String)
}
