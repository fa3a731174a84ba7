import JupyterWire
import ScriptedRunner
import Testing

@testable import JupyterKernel

private func job(_ code: String) throws -> CellJob {
  let signer = Signer(key: [])
  let frames = Composer(signer: signer, username: "").frames(
    "execute_request", prefix: [], parent: nil, content: ["code": .string(code)])
  let envelope = try Envelope(frames: frames, signer: signer)
  guard case .execute(let request) = try Request(envelope) else { throw RequestError.missing(field: "code") }
  return CellJob(origin: Origin(envelope, channel: .shell), request: request)
}

@Suite struct ExecutionQueueTests {
  @Test func `cells are taken in their order`() throws {
    let queue = ExecutionQueue()
    for number in 0..<1000 { queue.push(try job("\(number)")) }
    for number in 0..<1000 { #expect(queue.take()?.0.request.code == "\(number)") }
  }

  @Test func `an interrupt reaches the running cell alone`() throws {
    let queue = ExecutionQueue()
    queue.push(try job("first"))
    queue.push(try job("second"))
    queue.interrupt()
    let first = try #require(queue.take()).1
    #expect(!first.isCancelled)
    queue.interrupt()
    #expect(first.isCancelled)
    let second = try #require(queue.take()).1
    #expect(!second.isCancelled)
  }

  @Test func `abandoned are the cells that wait and those that come within a moment`() throws {
    let queue = ExecutionQueue(quiet: 3000, greatestWait: 20_000)
    queue.push(try job("failing"))
    queue.push(try job("waiting"))
    _ = queue.take()
    let late = try job("late")
    Later.run {
      Clock.sleep(milliseconds: 3)
      queue.push(late)
    }
    #expect(queue.abandon().map(\.request.code) == ["waiting", "late"])
    queue.push(try job("after"))
    #expect(queue.take()?.0.request.code == "after")
  }

  @Test func `whoever keeps sending is not waited for without end`() throws {
    let queue = ExecutionQueue(quiet: 60_000, greatestWait: 300)
    let isDone = Cancellation()
    let more = try job("more")
    Later.run {
      while !isDone.isCancelled {
        queue.push(more)
        Clock.sleep(milliseconds: 2)
      }
    }
    queue.push(more)
    let start = Clock.milliseconds
    #expect(!queue.abandon().isEmpty)
    #expect(Clock.milliseconds - start < 30_000)
    isDone.cancel()
  }

  @Test func `closing stops the running cell, drops the waiting ones and ends the taking`() throws {
    let queue = ExecutionQueue()
    queue.push(try job("running"))
    let running = try #require(queue.take()).1
    queue.push(try job("waiting"))
    queue.close()
    #expect(running.isCancelled)
    #expect(queue.take() == nil)
  }

  @Test func `numbers count up from one`() {
    let queue = ExecutionQueue()
    #expect(queue.executionCount == 0)
    #expect([queue.count(), queue.count(), queue.executionCount] == [1, 2, 2])
  }
}
