import ModelFile
import Testing

@Suite(.enabled(if: SharedModels.areThere, "the shared folder is not there"))
struct CheckTests {
  @Test(arguments: FixtureIndex.verdicts)
  func `the verdict is that of the open validator`(fixture: FixtureIndex.Verdict) throws {
    let report = try SharedModels.model("fixtures/" + fixture.model).check()
    #expect(report.isAccepted == fixture.apple_validator.accepted, "\(fixture.why): \(report.findings)")
    // Where the validator itself breaks down there is no code to compare with.
    if let code = fixture.apple_validator.code { #expect(report.code == code, "\(fixture.why): \(report.findings)") }
  }
}
