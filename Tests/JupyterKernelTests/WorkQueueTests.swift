import ScriptedRunner
import Testing

@testable import JupyterKernel

@Suite struct WorkQueueTests {
  @Test func `everything given is taken, in its order`() {
    let queue = WorkQueue<Int>()
    queue.push(1)
    queue.push(2)
    #expect(queue.take() == [1, 2])
    queue.push(3)
    #expect(queue.take() == [3])
  }

  @Test func `what was given before the closing is still taken`() {
    let queue = WorkQueue<Int>()
    queue.push(1)
    queue.close()
    #expect(queue.take() == [1])
    #expect(queue.take() == nil)
    #expect(queue.take() == nil)
  }

  @Test func `a waiting taker is woken from another thread`() {
    let queue = WorkQueue<Int>()
    Later.run {
      for number in 0..<1000 { queue.push(number) }
      queue.close()
    }
    var taken: [Int] = []
    while let more = queue.take() { taken += more }
    #expect(taken == Array(0..<1000))
  }
}
