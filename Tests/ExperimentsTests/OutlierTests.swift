import ExperimentSupport
import Pictures
import Testing

@testable import Experiments

struct OutlierTests {
  private static let usual = (0..<6).map { PerceptualHash(Scene(seed: UInt64($0)).picture) }

  @Test func `ordinary photos are none`() {
    #expect(Outlier.among(Self.usual) == [])
    #expect(Outlier.among([]) == [])
  }

  @Test func `dark, pale, blank, blurred and oblong ones are told apart`() throws {
    let scene = Scene(seed: 9, width: 200, height: 200).picture
    let odd = [
      Picture(width: 9, height: 9, red: 10, green: 10, blue: 10),
      Picture(width: 9, height: 9, red: 250, green: 250, blue: 250),
      Picture(width: 9, height: 9, red: 128, green: 128, blue: 128), scene.blurred(deviation: 9),
      Scene(seed: 10, width: 300, height: 90).picture,
    ]
    let found = Outlier.among(Self.usual + odd.map { PerceptualHash($0) })
    #expect(found.map(\.place) == [6, 7, 8, 9, 10])
    guard case .dark(let dark) = found[0].reason, case .pale(let pale) = found[1].reason,
      case .blurred(let share) = found[3].reason
    else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(dark - 10.0 / 255) < 1e-9 && abs(pale - 250.0 / 255) < 1e-9 && share < 0.25)
    #expect(found[2].reason == .blank && found[4].reason == .oblong(width: 300, height: 90))
  }

  @Test func `the one far from all others is lonely, by the modified z-score`() {
    #expect(Outlier.lonely([1, 1.21, 0.81, 1.44, 1, 25]) == [Outlier(place: 5, reason: .lonely(5 / 1.05))])
    #expect(Outlier.lonely([1, 1.21, 0.81, 1.44, 1, 1.69]) == [])
    // Too few to tell, or all the same.
    #expect(Outlier.lonely([1, 2, 1, 99]) == [] && Outlier.lonely([1, 1, 1, 1, 1, 9]) == [])
  }

  @Test func `the median of an even count is the mean of both middles`() {
    #expect(Outlier.median([4, 1, 3, 2]) == 2.5 && Outlier.median([5, 1, 2]) == 2 && Outlier.median([]) == 0)
  }
}
