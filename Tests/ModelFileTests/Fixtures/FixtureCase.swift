import Foundation
import ModelFile
import Networks
import Tensors
import TestSupport
import Testing

/// A family of cases with reference results: a folder with an index, models, and raw numbers. `WHET_FIXTURES` names another
/// than the shared one.
enum Fixtures {
  static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["WHET_FIXTURES"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return Shared.file("fixtures")
  }()

  /// The cases of a kind; none where the folder is not there.
  static func cases(_ kind: String) -> [FixtureCase] {
    guard let folder, let data = try? Data(contentsOf: folder.appendingPathComponent("index.json")) else { return [] }
    do {
      // The index writes infinite distances as other languages do; JSON has no word for them.
      let text = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "Infinity", with: "1e300")
      return try JSONDecoder().decode(ReferenceIndex.self, from: Data(text.utf8)).cases.filter { $0.kind == kind }
    } catch {
      print("the index of reference results cannot be read: \(error)")
      return []
    }
  }

  static let areThere = !cases("forward").isEmpty
}

struct ReferenceIndex: Decodable {
  let cases: [FixtureCase]
}

/// One case, as the index describes it. Numbers that only some kinds have are optional.
struct FixtureCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Stored: Decodable, Sendable {
    let name: String
    let shape: [Int]
    let dtype: String
    let offset: Int
    let count: Int
  }

  struct Storage: Decodable, Sendable {
    let file: String
    let tensors: [Stored]
  }

  struct Reference: Decodable, Sendable {
    let file: String
    let tensor: String
    let first: Int?
  }

  struct Source: Decodable, Sendable {
    let file: String
    let first: Int
    let count: Int
  }

  struct Digest: Decodable, Sendable {
    let sum: Double
    let l2: Double
    let head: [Float]
  }

  /// [absolute, relative], or per quantity.
  enum Spread: Decodable, Sendable {
    case pair([Double])
    case named([String: Double])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let pair = try? container.decode([Double].self) {
        self = .pair(pair)
      } else {
        self = .named(try container.decode([String: Double].self))
      }
    }

    /// Ten times the distance of a single-precision run from the reference, at least a millionth.
    func tolerance(_ name: String) -> Float {
      switch self {
      case .pair(let pair): Float(max(10 * (pair.first ?? 0), 1e-6))
      case .named(let named): Float(max(10 * (named[name] ?? 0), 1e-6))
      }
    }
  }

  let name: String
  let kind: String
  let model: String
  let data: Storage?
  let inputs: [String]?
  let outputs: [String]?
  let float32_spread: Spread?
  let input_data: Reference?
  let input_source: Source?
  let predicted: Labels?
  let labels: Labels?
  let optimizer: String?
  let lr: Double?
  let lr_per_step: [Double]?
  let momentum: Double?
  let beta1: Double?
  let beta2: Double?
  let eps: Double?
  let epochs: Int?
  let batch: Int?
  let samples: Int?
  let target: TargetList?
  let losses: [Double]?
  let loss_before_full: Double?
  let loss_after_full: Double?
  let updated: [String]?
  let digest: [String: Digest]?

  enum Labels: Decodable, Sendable {
    case texts([String])
    case integers([Int])
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let texts = try? container.decode([String].self) {
        self = .texts(texts)
      } else {
        self = .integers(try container.decode([Int].self))
      }
    }
  }

  enum TargetList: Decodable, Sendable {
    case classes([Int])
    case values([[Float]])
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let classes = try? container.decode([Int].self) {
        self = .classes(classes)
      } else {
        self = .values(try container.decode([[Float]].self))
      }
    }
  }

  var testDescription: String { name }

  func tolerance(_ quantity: String = "") -> Float { float32_spread?.tolerance(quantity) ?? 1e-6 }

  /// The raw bytes and description of a stored tensor.
  func stored(_ name: String) throws -> (Stored, Data)? {
    guard let data, let folder = Fixtures.folder, let entry = data.tensors.first(where: { $0.name == name }) else {
      return nil
    }
    let bytes = try Data(contentsOf: folder.appendingPathComponent(data.file))
    let size = entry.dtype == "uint8" ? 1 : 4
    return (entry, bytes.subdata(in: entry.offset..<entry.offset + entry.count * size))
  }

  func tensor(_ name: String) throws -> Tensor? {
    guard let (entry, bytes) = try stored(name), entry.dtype != "uint8" else { return nil }
    let values = bytes.withUnsafeBytes { raw in
      (0..<entry.count).map { index -> Float in
        let word = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
        return entry.dtype == "int32" ? Float(Int32(bitPattern: word)) : Float(bitPattern: word)
      }
    }
    return Tensor(shape: entry.shape, values: values)
  }

  /// Pictures stored as bytes, [n, h, w, 3] or [n, h, w].
  func pictures(_ name: String) throws -> [PixelBuffer]? {
    guard let (entry, bytes) = try stored(name), entry.dtype == "uint8", entry.shape.count >= 3 else { return nil }
    let channels = entry.shape.count == 4 ? entry.shape[3] : 1
    let size = entry.shape[1] * entry.shape[2] * channels
    return (0..<entry.shape[0]).map { index in
      PixelBuffer(
        width: entry.shape[2], height: entry.shape[1], channels: channels,
        bytes: [UInt8](bytes[(bytes.startIndex + index * size)..<(bytes.startIndex + (index + 1) * size)]))
    }
  }

  /// Samples of the collection of handwritten digits, value / 255.
  func digits() throws -> Tensor? {
    guard let source = input_source, let url = Shared.file(source.file) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let pixels = bytes.dropFirst(16 + source.first * 784).prefix(source.count * 784)
    return Tensor(shape: [source.count, 1, 28, 28], values: pixels.map { Float($0) / 255 })
  }

  /// The model; `@` means the shared folder, `#name` picks one of a pipeline.
  func modelFile() throws -> ModelFile? {
    let parts = model.split(separator: "#")
    guard let path = parts.first, let folder = Fixtures.folder else { return nil }
    let url =
      path.hasPrefix("@")
      ? Shared.file(String(path.dropFirst().drop { $0 == "/" })) : folder.appendingPathComponent(String(path))
    guard let url else { return nil }
    let file = try ModelFile(contentsOf: url)
    guard parts.count > 1 else { return file }
    let index = file.modelNames.firstIndex(of: String(parts[1]))
    return index.map { file.models[$0] }
  }
}
