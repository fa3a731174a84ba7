import Clusters
import Foundation
import RunStore
import Synchronization
import Tensors
import TestSupport
import Testing

@testable import Commands
@testable import Experiments

/// Features of photos, worked out by the workers of a cluster: they go through the job folder, and have the bits of one machine.
struct ClusterFeaturesTests {
  private let scratch: TemporaryFolder
  private let notebook: Notebook

  init() throws {
    scratch = try TemporaryFolder()
    notebook = try Notebook.withNetwork()
  }

  /// Workers that are this process.
  private final class Here: JobLauncher {
    /// What is done to the job folder before the workers see it.
    let before: @Sendable (JobFolder) -> Void
    let submissions = Mutex(0)
    private let works: Bool

    init(works: Bool = true, before: @escaping @Sendable (JobFolder) -> Void = { _ in }) {
      (self.works, self.before) = (works, before)
    }

    func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
      submissions.withLock { $0 += 1 }
      before(folder)
      if works {
        for number in 0..<2 { _ = try? TaskWorker(folder, share: WorkerShare(number: number, of: 2)).run() }
      }
      return JobFolder.Submission(number: 1, launcher: .slurm, attempt: attempt, workers: 2)
    }

    func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus { .ended }
    func cancel(_ submission: JobFolder.Submission) {}
    func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
      TaskFailure(worker: worker, node: "n1", reason: "TIMEOUT", printed: "")
    }
  }

  private struct Parts {
    let photos: [Photo]
    let extractor: Extractor
  }

  private func parts(of network: String = "tiny", _ layer: String = "pool1") throws -> Parts {
    try notebook.workbench.withWorkspace { workspace in
      let all = try #require(workspace.datasets["pets"]?.photos).flatMap(\.photos)
      return Parts(photos: all, extractor: try workspace.library.extractor(of: network, layer: layer))
    }
  }

  private func features(
    _ parts: Parts, of missing: [Photo]? = nil, variant: PhotoVariant = .original, _ launcher: any JobLauncher
  ) throws -> [Photo: [Float]] {
    let place = ClusterPlace(
      name: "lab", Cluster(launcher: .slurm, tasks: 2, retries: 0), folder: scratch.url, launcher: launcher)
    return try ClusterFeatures(place, signal: NeverStops()).features(
      of: missing ?? parts.photos, among: parts.photos, variant: variant, through: parts.extractor
    ) { _, _, _ in }
  }

  private func here(_ parts: Parts, variant: PhotoVariant = .original) throws -> [Photo: [Float]] {
    let rows = try FeatureCache().features(of: parts.photos, variant: variant, through: parts.extractor).tensor
    return Dictionary(zip(parts.photos, parts.photos.indices.map { Array(rows.row($0)) })) { first, _ in first }
  }

  @Test func `layers in 8 bits are so on a cluster as well`() throws {
    notebook.run(
      "network net input=[3, 16, 16] seed=1 { convolution 8 kernel=3; convolution 8 kernel=3; flatten; innerProduct 8 }"
    )
    let exact = try here(parts(of: "net", "innerProduct0"))
    #expect(notebook.run("features pets from=net layer=innerProduct0 precision=8").contains("in 8 bits"))
    let parts = try parts(of: "net", "innerProduct0")
    let (sent, own) = (try features(parts, Here()), try here(parts))
    #expect(sent == own && own != exact)
  }

  @Test(arguments: [PhotoVariant.original, PhotoVariant(flippedHorizontally: true)])
  func `they have the bits of one machine`(variant: PhotoVariant) throws {
    let parts = try parts()
    #expect(parts.photos.count > 8)
    #expect(try features(parts, variant: variant, Here()) == here(parts, variant: variant))
  }

  @Test func `what is done is found again, also by a kernel that knows some of it`() throws {
    let parts = try parts()
    let (first, second) = (Here(), Here())
    let all = try features(parts, first)
    #expect(try features(parts, of: Array(parts.photos.dropFirst(3)), second) == all)
    #expect(first.submissions.withLock { $0 } == 1 && second.submissions.withLock { $0 } == 0)
  }

  @Test func `photos that have become others, or cannot be read, are left to the kernel`() throws {
    let parts = try parts()
    let launcher = Here { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.place("photos").path)) ?? []
      // The folder may hold second names of the photos: those are removed before others take their places.
      for (place, name) in names.sorted().prefix(2).enumerated() {
        let file = folder.place("photos/\(name)")
        try? FileManager.default.removeItem(at: file)
        if place == 1 { try? Data("no photo".utf8).write(to: file) }
      }
    }
    let found = try features(parts, launcher)
    let expected = try here(parts)
    #expect(found.count == expected.count - 2)
    #expect(found.allSatisfy { expected[$0] == $1 })
  }

  @Test func `workers that fail are told, with what they had to do`() throws {
    let parts = try parts()
    #expect {
      _ = try features(parts, Here(works: false))
    } throws: { error in
      guard case ExperimentError.cluster(.failed(let failure)) = error else { return false }
      return failure.noun == "photo" && failure.missing == parts.photos.count && failure.first.reason == "TIMEOUT"
    }
  }

  @Test func `torn results, and those of other photos, are not taken`() throws {
    let rows: [[Float]?] = [[1, 2], nil, [.nan, -0.0]]
    let data = FeatureResult(rows).data
    let read = try #require(FeatureResult(data, photos: 3, width: 2)).rows
    #expect(read[0] == [1, 2] && read[1] == nil && read[2]?.map(\.bitPattern) == rows[2]?.map(\.bitPattern))
    #expect(FeatureResult(data, photos: 2, width: 2) == nil)
    #expect(FeatureResult(data, photos: 3, width: 1) == nil)
    #expect(FeatureResult(Data(data.dropLast()), photos: 3, width: 2) == nil)
    #expect(FeatureResult(Data(), photos: 3, width: 2) == nil)
    for place in data.indices {
      var torn = data
      torn[place] ^= 1
      if let other = FeatureResult(torn, photos: 3, width: 2) { #expect(other.rows.count == 3) }
    }
  }

  @Test func `damaged jobs are refused, and nothing dies`() throws {
    let parts = try parts()
    let job = FeatureJob(parts.photos, .original, through: parts.extractor) { ContentHash(of: $0) }.data
    let folder = JobFolder(scratch.url.appending(path: "damaged", directoryHint: .isDirectory))
    for place in stride(from: 0, to: job.count, by: 7) {
      var bytes = [UInt8](job)
      bytes[place] ^= 2
      guard let read = try? FeatureJob(Data(bytes), path: "job") else { continue }
      _ = try? read.ready(in: folder)
    }
  }

  @Test func `commands take cluster=, and tell of one that is not known`() throws {
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=2; train near on=pets.train")
    notebook.run("train hand on=pets.train epochs=1 learningRate=0.05")
    for statement in [
      "features pets from=tiny layer=pool1", "check pets features=tiny.pool1", "evaluate near on=pets.test",
      "find hand learningRate", "compare near hand on=pets",
    ] {
      #expect(notebook.fail("\(statement) cluster=lab").contains("There is no cluster called lab."), "\(statement)")
    }
  }
}
