import ScriptedRunner
import Testing

@testable import JupyterKernel

@Suite struct SemaphoreTests {
  @Test func `it counts`() {
    let semaphore = Semaphore()
    semaphore.signal()
    semaphore.signal()
    semaphore.wait()
    #expect(semaphore.wait(milliseconds: 0))
    #expect(!semaphore.wait(milliseconds: 0))
  }

  @Test func `waiting ends with a signal or with its time`() {
    let semaphore = Semaphore()
    let start = Clock.milliseconds
    #expect(!semaphore.wait(milliseconds: 30))
    #expect(Clock.milliseconds - start >= 29)
    Later.run {
      Clock.sleep(milliseconds: 10)
      semaphore.signal()
    }
    #expect(semaphore.wait(milliseconds: 5000))
  }
}
