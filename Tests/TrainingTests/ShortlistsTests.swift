import Testing

@testable import Training

@Suite struct ShortlistsTests {
  @Test func `a sample stays while its score may be among the wanted ones`() {
    let list = Shortlists(queries: 1, wanted: 2)
    for (index, score) in [5, 3, 9, 4, 1].enumerated() {
      list.consider(index, score: Float(score), error: 0.25, query: 0)
    }
    #expect(list.bound(0) == 3.25)
    #expect(Shortlists.merged([list], query: 0) == [1, 4])
  }

  @Test func `scores that cannot be told apart all stay`() {
    let list = Shortlists(queries: 1, wanted: 1)
    for index in 0..<5 { list.consider(index, score: Float(index) / 10, error: 0.2, query: 0) }
    #expect(Shortlists.merged([list], query: 0) == [0, 1, 2, 3, 4])
  }

  @Test func `what one thread found makes another's superfluous`() {
    let (first, second) = (Shortlists(queries: 2, wanted: 1), Shortlists(queries: 2, wanted: 1))
    first.consider(7, score: 10, error: 1, query: 1)
    second.consider(8, score: 2, error: 1, query: 1)
    #expect(Shortlists.merged([first, second], query: 1) == [8])
    #expect(Shortlists.merged([first, second], query: 0).isEmpty)
  }
}
