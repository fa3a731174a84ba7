import Databases
import Testing

@testable import RunStore

@Suite struct StoreErrorTests {
  @Test(
    arguments: [
      (14, .cannotOpen(path: "p", code: 14)), (270, .cannotOpen(path: "p", code: 270)), (8, .readOnly(path: "p")),
      (1032, .readOnly(path: "p")), (3, .readOnly(path: "p")), (13, .full(path: "p")),
      (5, .busy(path: "p", milliseconds: 7)), (517, .busy(path: "p", milliseconds: 7)),
      (6, .busy(path: "p", milliseconds: 7)), (11, .corrupt(path: "p")), (779, .corrupt(path: "p")),
      (26, .corrupt(path: "p")), (10, .inputOutput(path: "p", code: 10)), (778, .inputOutput(path: "p", code: 778)),
      (18, .tooLong(path: "p")), (787, .failed(path: "p", code: 787, message: "m")),
    ] as [(Int32, StoreError)])
  func `result codes of SQLite as facts`(code: Int32, fact: StoreError) {
    #expect(StoreError(DatabaseError(code: code, message: "m"), path: "p", waited: 7) == fact)
  }
}
