import Testing

@testable import Clusters

struct OutsideProgramTests {
  private let shell: OutsideProgram

  init() throws { shell = try OutsideProgram("sh", packages: ["dash"]) }

  @Test func `what it says is read`() throws {
    let answer = try shell.run(["-c", "cat; echo wrong >&2; exit 3"], input: "hello")
    #expect(answer.code == 3)
    #expect(answer.output == "hello")
    #expect(answer.errors == "wrong\n")
  }

  @Test func `a complaint is told`() {
    #expect(throws: ClusterError.program("sh", said: "no such partition")) {
      try shell.succeed(["-c", "echo no such partition >&2; exit 1"])
    }
  }

  @Test func `one that does not answer is ended`() {
    #expect(throws: ClusterError.program("sh", said: "no answer within 0 s")) {
      try shell.run(["-c", "sleep 60"], within: 0.3)
    }
  }

  @Test func `what it leaves running is not waited for`() throws {
    let start = ContinuousClock.now
    #expect(try shell.run(["-c", "sleep 20 </dev/null >/dev/null 2>&1 & echo begun"]).output == "begun\n")
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func `one that a signal ends has that signal's number as its code`() throws {
    #expect(try shell.run(["-c", "kill -9 $$"]).code == 9)
  }

  @Test func `much output holds nothing up`() throws {
    #expect(try shell.run(["-c", "head -c 3000000 /dev/zero"]).code == 0)
  }

  @Test func `a missing program is told with its package`() {
    #expect(throws: ClusterError.missingProgram("no-such-program", packages: ["a"])) {
      try OutsideProgram("no-such-program", packages: ["a"])
    }
  }

  @Test func `words of a shell are quoted`() { #expect("it's $HOME".quotedForShell == "'it'\\''s $HOME'") }
}
