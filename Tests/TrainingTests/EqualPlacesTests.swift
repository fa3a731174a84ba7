import Testing
import Training

@Suite struct EqualPlacesTests {
  @Test func `the places of equal elements are together, in the order in which each comes first`() {
    #expect(["b", "a", "b", "c", "a"].placesOfEquals == [[0, 2], [1, 4], [3]])
    #expect([Int]().placesOfEquals.isEmpty)
  }
}
