import Experiments
import Foundation
import Wording

/// Photos in formats that are not read, told by their names: raw data of cameras, and formats that few programs write.
public enum ForeignPictures {
  private static let formats = [
    "jxl": "JPEG XL", "jp2": "JPEG 2000", "dng": "raw", "cr2": "raw", "cr3": "raw", "nef": "raw", "arw": "raw",
    "psd": "Photoshop", "svg": "SVG",
  ]

  /// What to do about such photos among files; nil where there are none.
  public static func remedy(among names: [String]) -> String? {
    let own = names.filter { formats[ending($0).lowercased()] != nil }
    guard let first = own.first else { return nil }
    let kinds = Set(own.compactMap { formats[ending($0).lowercased()] }).sorted()
    return
      "\(Numbers.count(own.count, "photo")) of a format that is not read (\(Numbers.list(kinds))). JPEG is made of "
      + "them by: mogrify -format jpg *.\(ending(first))   (Debian: imagemagick)"
  }

  private static func ending(_ name: String) -> String { (name as NSString).pathExtension }
}
