import Testing

@testable import CommandLanguage

struct NameEffectTests {
  @Test func `an effect that depends on an argument may be a change`() {
    let effect = NameEffect.given("from", then: .makes(.model), otherwise: .reads)
    #expect(effect.isChange)
    #expect(effect.decided { $0 == "from" } == .makes(.model))
    #expect(effect.decided { _ in false } == .reads)
    #expect(!NameEffect.asks.isChange && !NameEffect.mentions.isChange && NameEffect.forgets.isChange)
  }
}
