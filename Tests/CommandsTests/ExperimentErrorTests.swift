import DataFiles
import Language
import Testing
import Training
import Wording

@testable import Commands
@testable import Experiments
@testable import Views

struct ExperimentErrorTests {
  private static let span = Span(3, 5)

  private func message(_ error: some ExperimentErrorConvertible) -> String {
    DiagnosticTexts.text(of: error.experimentError).message
  }

  @Test func `errors of experiments are told`() {
    #expect(message(FileError.missing("a.csv", places: [], beside: [])) == "a.csv does not exist.")
    #expect(
      message(FileError.cannotRead("a", code: 2)) == "a cannot be read: No such file or directory. Nothing was changed."
    )
    #expect(message(PhotoFolderError.noClasses("P")) == "P holds no classes.")
    #expect(
      message(PhotoNameError.noSuchPlace(4, in: "p.train", count: 1))
        == "p.train has no photo 4: it has 1 photo, counted from 0.")
    #expect(message(PhotoSourceError.folder(.noClasses("P"))) == "P holds no classes.")
    #expect(message(PhotoSourceError.archive("a.zip", .notAnArchive)) == "a.zip is neither a folder nor a ZIP archive.")
    #expect(
      message(WorkFolderError.drawnData(dataset: "pets"))
        == "pets is generated, and generated photos cannot be changed.")
  }

  @Test func `they are placed where a place is known`() {
    let fault = #expect(throws: Diagnostic.self) {
      try Diagnostic.placing(at: Self.span) { throw FileError.noFolder("x", exists: false) }
    }
    #expect(fault?.span == Self.span)
  }

  @Test func `drawing that was stopped is an interruption`() throws {
    let stopped = DrawnHandsError.stopped(done: 2, of: 9).told(at: Self.span)
    #expect((stopped as? Interruption)?.remark == "2 of 9 hands were drawn; run the line again to continue.")
    let failed = DrawnHandsError.file(.cannotWrite("/x", code: 28)).told(at: Self.span)
    #expect((failed as? Diagnostic)?.span == Self.span)
  }
}
