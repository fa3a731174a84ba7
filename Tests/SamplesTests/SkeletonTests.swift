import Tensors
import Testing

@testable import Samples

/// What tells gestures apart is where the fingers end.
struct SkeletonTests {
  @Test(arguments: Gesture.allCases) func `straight fingers reach far above the palm, curled ones do not`(
    gesture: Gesture
  ) {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let skeleton = Skeleton(gesture.pose, from: &generator)
      for (place, finger) in gesture.pose.fingers.enumerated() {
        let tip = skeleton.limbs.filter { $0.group == place + 1 }.last?.end.y ?? 0
        #expect(finger == .straight ? tip > 0.85 : tip < 0.75, "\(gesture) finger \(place) ends at \(tip)")
      }
    }
  }

  @Test func `every gesture is held in its own way`() {
    for (place, gesture) in Gesture.allCases.enumerated() {
      for other in Gesture.allCases[..<place] { #expect(gesture.pose != other.pose) }
    }
  }

  @Test func `a sleeve covers the end of the arm alone`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let sleeves = Skeleton(Gesture.paper.pose, from: &generator).limbs.filter { $0.material == .sleeve }
      #expect(sleeves.count == 1)
      #expect(sleeves.allSatisfy { $0.start.y < -0.8 && $0.end.y < $0.start.y })
    }
  }
}
