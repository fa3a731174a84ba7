import Experiments
import Foundation
import Synchronization
import Testing

@testable import Commands

/// Who comes into a session, and when.
struct SessionDoorTests {
  private let door = SessionDoor(Session(files: DataFolder(), store: nil))

  @Test func `one at a time`() {
    let inside = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 {
        door.withLock { _ in
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
    door.withLock { _ in
      for number in 0..<4 {
        let waiting = number
        Thread.detachNewThread { [door] in
          group.enter()
          door.withLock { _ in order.withLock { $0.append(number) } }
          group.leave()
        }
        while door.waitingCount <= waiting { Thread.sleep(forTimeInterval: 0.001) }
      }
      #expect(door.isWanted)
    }
    group.wait()
    #expect(order.withLock { $0 } == [0, 1, 2, 3])
    #expect(!door.isWanted)
  }

  @Test func `who gives up leaves no trace`() {
    door.withLock { _ in
      var looks = 0
      let session = door.enter {
        looks += 1
        return looks == 2
      }
      #expect(session == nil && looks == 2)
      #expect(!door.isWanted)
      #expect(door.withLockIfAvailable { _ in true } == nil)
    }
    #expect(door.withLockIfAvailable { _ in true } == true)
  }

  @Test func `who steps out lets others in, and comes back`() {
    door.withLock { session in
      door.stepOut { door.withLock { $0.samplesLearnt = 7 } }
      #expect(session.samplesLearnt == 7)
      #expect(door.withLockIfAvailable { _ in true } == nil)
    }
  }

  @Test func `the end waits for those who stepped out`() {
    let isOut = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [door] in
      door.withLock { session in
        door.stepOut {
          isOut.signal()
          Thread.sleep(forTimeInterval: 0.1)
        }
        session.postpone { session.samplesLearnt = 5 }
      }
    }
    isOut.wait()
    door.withLockWhenAllAreBack { session in
      session.settle()
      #expect(session.samplesLearnt == 5)
    }
  }
}
