import Clusters
import Foundation

/// What is to be done by a job of a cluster, as it stands in the job's folder. Equal ones have equal texts.
protocol JobDescription: Sendable, Codable {
  /// The version of the form, which is encoded as `format`, beside the engine's name as `engine`.
  static var format: Int { get }
  /// Whether its parts do not contradict each other, as far as reading it tells.
  var isSound: Bool { get }
}

extension JobDescription {
  /// The description as a text.
  var data: Data {
    // Numbers, texts and digests and nothing else: this cannot fail.
    (try? JSONEncoder.ofJobs.encode(self)) ?? Data()
  }

  /// Reads a description.
  ///
  /// - Throws: `ClusterError.damaged` or `otherEngine`.
  init(_ data: Data, path: String) throws(ClusterError) {
    guard let head = try? JSONDecoder().decode(JobHead.self, from: data) else { throw .damaged(path: path) }
    guard head.format == Self.format, head.engine == Engine.name else {
      throw .otherEngine(job: head.engine, here: Engine.name)
    }
    guard let job = try? JSONDecoder.ofJobs.decode(Self.self, from: data), job.isSound else {
      throw .damaged(path: path)
    }
    self = job
  }
}

/// What every description begins with: what it must say before the rest can be read.
private struct JobHead: Decodable {
  let format: Int, engine: String
  let kind: String?
}

extension JobKind {
  /// The kind that a description names; trials where it names none.
  init(of data: Data) {
    let head = try? JSONDecoder().decode(JobHead.self, from: data)
    self = head?.kind.flatMap(JobKind.init(rawValue:)) ?? .trials
  }
}

extension JSONEncoder {
  /// What jobs and their results are written with: equal values have equal texts.
  static var ofJobs: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

extension JSONDecoder {
  /// What jobs and their results are read with.
  static var ofJobs: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
