import Foundation
import TestSupport
import Testing

@testable import Clusters

struct LocalRanksTests {
  private func place(_ rank: Int, of count: Int, group: Int = 7) throws -> LocalRanks.Place {
    try #require(
      LocalRanks.Place(by: [
        "WHET_LOCAL_RANK": "\(rank)", "WHET_LOCAL_SIZE": "\(count)", "WHET_LOCAL_GROUP": "\(group)",
        "OMPI_COMM_WORLD_RANK": "9", "OMPI_COMM_WORLD_SIZE": "10",
      ]))
  }

  @Test func `ranks find each other by the job folder`() throws {
    let scratch = try TemporaryFolder()
    let folder = JobFolder(scratch.url.appending(path: "job", directoryHint: .isDirectory))
    try folder.make(job: Data("{}".utf8))
    // What ranks of long ago have left behind opens nothing.
    try folder.write(Data(repeating: 1, count: 16), as: "rooms-7")
    let places = try (0..<3).map { try place($0, of: 3) }
    let found = try ThreadRanks(3).run { rank in
      let ranks = try LocalRanks(places[rank], in: folder)
      var numbers: [Float] = [-1, -1, -1]
      numbers[rank] = Float(rank * 10)
      numbers.withUnsafeMutableBufferPointer {
        if let start = $0.baseAddress { ranks.gather(start, parts: [1, 1, 1]) }
      }
      return numbers
    }
    #expect(found == Array(repeating: [0, 10, 20], count: 3))
  }

  @Test func `a process without a place is none`() throws {
    #expect(LocalRanks.Place(by: ["WHET_LOCAL_RANK": "0", "WHET_LOCAL_SIZE": "2"]) == nil)
    #expect(LocalRanks.Place(by: ["OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "2"]) == nil)
    #expect(try place(1, of: 3) != place(2, of: 3))
  }
}
