import Foundation
import Synchronization
import Testing

@testable import Commands
@testable import Experiments

/// Who comes into a workspace, and when.
struct WorkspaceLockTests {
  private let lock = WorkspaceLock(Workspace(files: DataFolder(), store: nil))

  @Test func `one at a time`() {
    let inside = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 {
        lock.withLock { _ in
          let now = inside.wrappingAdd(1, ordering: .relaxed).newValue
          most.max(now, ordering: .relaxed)
          inside.wrappingSubtract(1, ordering: .relaxed)
        }
      }
    }
    #expect(most.load(ordering: .relaxed) == 1)
  }

  @Test func `first come, first served`() {
    let order = Mutex<[Int]>([])
    let group = DispatchGroup()
    lock.withLock { _ in
      for number in 0..<4 {
        let waiting = number
        Thread.detachNewThread { [lock] in
          group.enter()
          lock.withLock { _ in order.withLock { $0.append(number) } }
          group.leave()
        }
        while lock.waitingCount <= waiting { Thread.sleep(forTimeInterval: 0.001) }
      }
      #expect(lock.isWanted)
    }
    group.wait()
    #expect(order.withLock { $0 } == [0, 1, 2, 3])
    #expect(!lock.isWanted)
  }

  @Test func `who gives up leaves no trace`() {
    lock.withLock { _ in
      var looks = 0
      let content = lock.enter {
        looks += 1
        return looks == 2
      }
      #expect(content == nil && looks == 2)
      #expect(!lock.isWanted)
      #expect(lock.withLockIfAvailable { _ in true } == nil)
    }
    #expect(lock.withLockIfAvailable { _ in true } == true)
  }

  @Test func `who steps out lets others in, and comes back`() {
    lock.withLock { workspace in
      lock.stepOut { lock.withLock { $0.samplesLearnt = 7 } }
      #expect(workspace.samplesLearnt == 7)
      #expect(lock.withLockIfAvailable { _ in true } == nil)
    }
  }

  @Test func `the end waits for those who stepped out`() {
    let isOut = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [lock] in
      lock.withLock { workspace in
        lock.stepOut {
          isOut.signal()
          Thread.sleep(forTimeInterval: 0.1)
        }
        workspace.agenda.postpone { workspace.samplesLearnt = 5 }
      }
    }
    isOut.wait()
    lock.withLockWhenAllAreBack { workspace in
      workspace.agenda.settle()
      #expect(workspace.samplesLearnt == 5)
    }
  }
}
