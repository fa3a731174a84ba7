import Experiments
import Testing

@Suite struct FeatureAgreementTests {
  @Test func `the error is a share of the distance to the nearest other photo`() throws {
    let exact: [[Float]] = [[0, 0], [3, 4], [3, 14]]
    let agreement = try #require(FeatureAgreement(exact, [[0, 0.5], [3, 4], [3, 15]]))
    // 0.5 of 5, nothing of 5, and 1 of 10.
    #expect(agreement.error == (0.1 + 0 + 0.1) / 3)
    #expect(agreement.photos == 3 && agreement.sameNearest == 3)
  }

  @Test func `photos whose nearest photo changes are counted`() throws {
    let agreement = try #require(FeatureAgreement([[0], [2], [5]], [[0], [3], [5]]))
    #expect(agreement.sameNearest == 2)
  }

  @Test func `equal photos have no distance to compare with`() throws {
    let agreement = try #require(FeatureAgreement([[1], [1]], [[1], [2]]))
    #expect(agreement.error == nil && agreement.sameNearest == 2)
    #expect(FeatureAgreement([[1], [1], [2]], [[1], [1], [2]])?.error == 0)
  }

  @Test func `features that are no numbers are left out of the error`() throws {
    let agreement = try #require(FeatureAgreement([[.nan], [2], [5]], [[.nan], [2], [5]]))
    #expect(agreement.error == 0 && agreement.sameNearest == 3)
  }

  @Test func `one photo cannot be compared`() {
    #expect(FeatureAgreement([[1]], [[1]]) == nil)
    #expect(FeatureAgreement([], []) == nil)
  }
}
