import Foundation
import Testing

@testable import Samples

struct AngleTests {
  @Test func `sine and cosine are those of the library to twelve digits`() {
    for degrees in stride(from: -725.0, through: 725, by: 0.37) {
      let angle = Angle(degrees: degrees)
      #expect(abs(angle.sine - sin(degrees * .pi / 180)) < 1e-12)
      #expect(abs(angle.cosine - cos(degrees * .pi / 180)) < 1e-12)
    }
  }

  @Test func `quarter turns are exact`() {
    #expect(Angle(degrees: 90) == Angle(degrees: 450))
    #expect(Point3(1, 0).turned(by: Angle(degrees: 90)) == Point3(0, 1))
    #expect(Point3(0, 1).tipped(by: Angle(degrees: 90)) == Point3(0, 0, -1))
    #expect(Point3(1, 0).swung(by: Angle(degrees: 90)) == Point3(0, 0, -1))
  }
}
