import Experiments
import Files
import Foundation
public import Pictures
import Wording

extension PictureError.Problem {
  /// Why a photo cannot be read, to stand in parentheses.
  public var phrase: String {
    switch self {
    case .missing: "it is no longer there"
    case .notRegular(let kind): "it is not a regular file but \(kind.phrase)"
    case .unreadable(let code): Words.systemError(code)
    case .empty: "the file is empty"
    case .tooManyBytes(let bytes, let limit): "\(Numbers.bytes(bytes)); at most \(Numbers.bytes(limit)) are read"
    case .notAPicture(let content):
      Self.isDrawn(content)
        ? "it is \(Self.name(content)), which is not read" : "it is \(Self.name(content)), not a picture"
    case .ends(let content, let bytes): "\(Self.short(content)) ends after \(Numbers.count(bytes, "byte"))"
    case .damaged(let content, _, let detail): "\(Self.short(content)) is damaged: \(detail)"
    case .noLibrary(let content, let file):
      "it is \(Self.name(content)), and \(file) is not installed; Debian: apt install \(Self.packages(for: content))"
    case .noDecoder(let content, let file):
      "it is \(Self.name(content)), and \(file) has no decoder for it; Debian: apt install \(Self.packages(for: content))"
    case .unsupported(let content, let feature): "\(Self.short(content)) of a kind that is not read: \(feature)"
    case .tooManyPixels(_, let width, let height, let limit):
      "\(Numbers.grouped(width)) × \(Numbers.grouped(height)) pixels; at most \(Numbers.grouped(limit)) are read"
    case .notEncodable(let content, let width, let height, let detail):
      "\(width) × \(height) pixels cannot be written as \(Self.short(content)): \(detail)"
    }
  }

  /// Whether a file that is not read shows something all the same.
  private static func isDrawn(_ content: FileContent) -> Bool {
    switch content {
    case .svg, .icon, .jpeg2000, .jpegXL: true
    default: false
    }
  }

  /// The packages of Debian that decode such pictures. In Debian 12 libheif1 brings its decoders along.
  private static func packages(for content: FileContent) -> String {
    switch content {
    case .heic: "libheif1 libheif-plugin-libde265 (Debian 12: libheif1 alone)"
    case .avif: "libheif1 libheif-plugin-dav1d (Debian 12: libheif1 alone)"
    case .webP: "libwebp7"
    default: "libtiff6"
    }
  }

  private static func short(_ content: FileContent) -> String {
    switch content {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .gif: "GIF"
    case .webP: "WebP"
    case .heic: "HEIC"
    case .avif: "AVIF"
    case .bmp: "BMP"
    case .tiff: "TIFF"
    default: name(content)
    }
  }

  private static func name(_ content: FileContent) -> String {
    switch content {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .gif: "a GIF"
    case .webP: "a WebP picture"
    case .heic: "a HEIC picture"
    case .avif: "an AVIF picture"
    case .bmp: "a BMP picture"
    case .tiff: "a TIFF picture"
    case .svg: "an SVG drawing"
    case .icon: "an icon file"
    case .jpeg2000: "a JPEG 2000 picture"
    case .jpegXL: "a JPEG XL picture"
    case .pdf: "a PDF"
    case .zip: "a ZIP archive"
    case .html: "a web page"
    case .text: "text"
    case .unknown: "something unknown"
    }
  }
}
