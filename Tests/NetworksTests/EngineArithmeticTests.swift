import Foundation
import Networks
import Testing

struct EngineArithmeticTests {
  @Test func `unless asked for no arithmetic has bits of its own`() {
    if ProcessInfo.processInfo.environment["WHET_ARITHMETIC"] == nil { #expect(EngineArithmetic.otherName == nil) }
  }
}
