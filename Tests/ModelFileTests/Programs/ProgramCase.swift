import Foundation
import Networks
import Tensors
import TestSupport
import Testing

@testable import ModelFile

/// One case of the packages with reference results.
struct ProgramCase: Decodable, Sendable, CustomTestStringConvertible {
  typealias Storage = FixtureCase.Storage

  let name: String
  let kind: String
  let group: String
  let model: String
  var data: Storage?
  var decoded: Storage?
  var inputs: [String]?
  var outputs: [String]?
  var function: String?
  var float32_spread: [Double]?
  var float16_spread: [Double]?
  var per_sample: Bool?
  var labels: [FixtureLabel]?
  var predicted: [FixtureLabel]?
  var output_names: [String: String]?
  var accepted: Bool?
  var why: String?

  var testDescription: String { name }

  // MARK: All of them

  private static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["WHET_FIXTURES"], !path.isEmpty {
      let own = URL(fileURLWithPath: path, isDirectory: true)
      for folder in [own.appendingPathComponent("mlprogram"), own] where !cases(in: folder).isEmpty { return folder }
    }
    return Shared.file("fixtures/mlprogram")
  }()

  private struct Index: Decodable { let cases: [Readable] }

  /// A case of another family's is none.
  private struct Readable: Decodable {
    let value: ProgramCase?
    init(from decoder: any Decoder) throws {
      value = try? ProgramCase(from: decoder)
    }
  }

  private static func cases(in folder: URL) -> [ProgramCase] {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent("index.json")) else { return [] }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return ((try? decoder.decode(Index.self, from: data))?.cases ?? []).compactMap(\.value).filter {
      $0.model.hasSuffix(".mlpackage") || $0.model.hasSuffix(".onnx")
    }
  }

  static let all: [ProgramCase] = folder.map(cases) ?? []

  /// Whether they are those that lie beside the project, of which it is known how many they are.
  static let areShared = folder != nil && folder?.path == Shared.file("fixtures/mlprogram")?.path

  static func of(_ kinds: String...) -> [ProgramCase] { all.filter { kinds.contains($0.kind) } }

  // MARK: One of them

  func file() throws -> ModelFile {
    let folder = try #require(ProgramCase.folder)
    return try ModelFile(contentsOf: folder.appendingPathComponent(model))
  }

  func network() throws -> NetworkDefinition { try file().program.network(function: function) }

  /// The numbers of a stored tensor, as they lie.
  static func values(_ name: String, in storage: Storage?) throws -> (shape: [Int], dtype: String, values: [Float]) {
    let storage = try #require(storage)
    let entry = try #require(storage.tensors.first { $0.name == name })
    let bytes = try Data(contentsOf: #require(folder).appendingPathComponent(storage.file))
    let values = bytes.withUnsafeBytes { raw in
      (0..<entry.count).map { index -> Float in
        switch entry.dtype {
        case "uint8": Float(raw[entry.offset + index])
        case "int32": Float(raw.loadUnaligned(fromByteOffset: entry.offset + 4 * index, as: Int32.self))
        default: raw.loadUnaligned(fromByteOffset: entry.offset + 4 * index, as: Float.self)
        }
      }
    }
    return (entry.shape, entry.dtype, values)
  }

  /// How far results may lie from these.
  func allowed(_ expected: [Float]) -> Double {
    let scale = Double(expected.map(abs).filter(\.isFinite).max() ?? 0)
    if let spread = float16_spread {
      return max(3 * (spread.last ?? 0) * scale, 3 * (spread.first ?? 0), 2e-3 * scale)
    }
    let floor = group == "network" ? 5e-6 : 1e-6
    return max(10 * (float32_spread?.last ?? 0) * scale, 10 * (float32_spread?.first ?? 0), floor * scale)
  }

  /// What comes out, for each output the numbers of all samples.
  func results(_ definition: NetworkDefinition, threads: Int? = nil) throws -> [String: [Float]] {
    let network = try Network(definition, threads: threads)
    let names = inputs ?? []
    let (shape, dtype, values) = try ProgramCase.values(names[0], in: data)
    if dtype == "uint8" {
      let size = shape[1...].reduce(1, *)
      let channels = shape.count == 4 ? shape[3] : 1
      let pictures = (0..<shape[0]).map { index in
        PixelBuffer(
          width: shape[2], height: shape[1], channels: channels,
          bytes: values[index * size..<(index + 1) * size].map { UInt8($0) })
      }
      return try network.forward(images: pictures).mapValues(\.values)
    }
    var feeds: [String: Tensor] = [:]
    let count = per_sample == true ? shape[0] : 1
    for name in names {
      let values = try ProgramCase.values(name, in: data).values
      feeds[name] = Tensor(shape: [count, values.count / count], values: values)
    }
    return try network.forward(feeds).mapValues(\.values)
  }
}
