import Foundation
import Testing

@testable import Experiments

@Suite struct LearntSamplesTests {
  private func photo(_ name: String, size: Int = 10) -> Photo {
    Photo(url: URL(filePath: "/photos/\(name)"), label: "cat", stamp: Photo.Stamp(size: size, changed: 1.25))
  }

  @Test func `photos are told by file and stamp`() {
    var learnt = LearntSamples()
    #expect(learnt.contains([photo("a")]) == [false])
    learnt.add([photo("a"), photo("b")])
    #expect(learnt.contains([photo("b"), photo("c"), photo("a"), photo("a", size: 11)]) == [true, false, true, false])
  }

  @Test func `samples of tables are told by place and table`() {
    var learnt = LearntSamples()
    learnt.add(Array(0..<3) + [7], of: "one")
    learnt.add([3, 4], of: "one")
    #expect(learnt.contains(Array(0..<9), of: "one") == [true, true, true, true, true, false, false, true, false])
    #expect(learnt.contains([0, 1], of: "other") == [false, false])
  }

  @Test func `both together are all of them, and text brings them back`() throws {
    var one = LearntSamples()
    one.add([photo("a")])
    one.add([1, 2], of: "t")
    var other = LearntSamples()
    other.add([photo("b")])
    other.add([3], of: "t")
    other.add([0], of: "u")
    one.add(other)
    #expect(one.contains([photo("a"), photo("b")]) == [true, true])
    #expect(one.contains([0, 1, 2, 3], of: "t") == [false, true, true, true])
    #expect(try JSONDecoder().decode(LearntSamples.self, from: JSONEncoder().encode(one)) == one)
    let odd = #"{"photos":[],"tables":{"t":[5,2,-3,4,9]}}"#
    #expect(try JSONDecoder().decode(LearntSamples.self, from: Data(odd.utf8)).contains([3], of: "t") == [false])
  }
}
