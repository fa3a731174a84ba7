import Foundation
import Pictures

extension Photo {
  /// What a k-NN model knows the photo by: the file, as it was when it was remembered.
  public var identity: String {
    let file = "\(url.path(percentEncoded: false)) \(stamp.size) \(stamp.changed)"
    return scaling == .scaleFill ? file : "\(file) \(scaling.rawValue)"
  }
}
