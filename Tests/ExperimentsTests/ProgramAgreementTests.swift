import Testing

@testable import Experiments

struct ProgramAgreementTests {
  @Test(arguments: [
    ([[8]], 8), ([[16, 112, 112], [3, 224, 224]], 8), ([[64, 512, 512]], 1), ([[4, 1024, 1024]], 4), ([], 8),
  ])
  func `as many photos are asked about at a time as their values have room, one at least`(shapes: [[Int]], count: Int) {
    #expect(ProgramAgreement.photosTogether(shapes) == count)
  }
}
