import TestSupport
import Testing

@testable import JupyterWire

/// Right bytes, torn apart and put together again at random.
private struct Mutator {
  var dice: Dice

  static let documents: [[UInt8]] = [
    #"{"msg_id":"1","session":"s","username":"u","date":"2026-01-01T00:00:00Z","msg_type":"execute_request","version":"5.3"}"#,
    #"{"code":"print \"✊\"","silent":false,"store_history":true,"user_expressions":{"a":"$x"},"allow_stdin":true}"#,
    #"{"hist_access_type":"range","session":0,"start":1,"stop":null,"n":-7,"output":true,"pattern":"*","unique":1e3}"#,
    #"{"transport":"tcp","ip":"127.0.0.1","shell_port":1001,"iopub_port":1002,"stdin_port":1003,"control_port":1004,"#
      + #""hb_port":1005,"key":"k","signature_scheme":"hmac-sha256","curve_publickey":null}"#,
    #"{"comm_id":"c","target_name":"t","data":{"a":[1,-2.5e-3,{"b":[[],{}]},"\ud83d\ude00\u00e9\n"]}}"#,
    "[0,-0,0.0,1E+2,9223372036854775807,-9223372036854775808,1e400,true,false,null]", "{}",
  ].map { Array($0.utf8) }
  static let pieces: [[UInt8]] =
    [
      "\"", "\\", "{", "}", "[", "]", ":", ",", "-", ".", "e", "\\u", "\\ud800", "\\udc00", "null", "tru", "1e999",
      "00",
      " ", "\t", "\n", "\0", "é", "😀", "\"msg_type\"", "\"msg_id\":", "[[[[[[[[", "{\"a\":", "<IDS|MSG>",
      "18446744073709551616",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80]]

  mutating func bytes() -> [UInt8] {
    var bytes = dice.one(of: Self.documents)
    for _ in 0..<dice.below(6) {
      let place = dice.below(bytes.count + 1)
      let end = min(bytes.count, place + dice.below(6))
      switch dice.below(5) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: dice.one(of: Self.pieces), at: place)
      case 2: bytes.replaceSubrange(place..<end, with: dice.one(of: Self.pieces))
      case 3: if place < bytes.count { bytes[place] ^= 1 << UInt8(dice.below(8)) }
      default:
        let other = dice.one(of: Self.documents)
        let start = dice.below(other.count)
        bytes.insert(contentsOf: other[start..<min(other.count, start + 1 + dice.below(24))], at: place)
      }
    }
    return bytes
  }

  /// Frames, mostly signed: what is behind the signature is to be reached as well.
  mutating func frames(_ signer: Signer) -> [[UInt8]] {
    let kinds = ["execute", "complete", "inspect", "history", "shutdown", "comm_info", "debug"]
    let kind = "\(dice.one(of: kinds))_request"
    let header = #"{"msg_id":"1","session":"s","msg_type":"\#(kind)"}"#
    let right = [header, "{}", "{}", #"{"code":"x","cursor_pos":1}"#].map { Array($0.utf8) }
    let parts = right.map { dice.below(3) == 0 ? bytes() : $0 }
    var frames = [[1, 2, 3], Envelope.delimiter, signer.signature(of: parts)] + parts
    if dice.below(4) == 0 { frames.append(bytes()) }
    guard dice.below(3) == 0 else { return frames }
    let (place, other) = (dice.below(frames.count), dice.below(frames.count))
    switch dice.below(4) {
    case 0: frames.remove(at: place)
    case 1: frames.insert(bytes(), at: place)
    case 2: frames.swapAt(place, other)
    default: frames[place] = []
    }
    return frames
  }
}

/// Bytes that almost are messages. `WHET_FUZZ` sets how many are tried; the seed of a failure is in its message.
@Suite struct FuzzTests {
  private func forEachSeed(_ body: (UInt64, inout Mutator) throws -> Void) rethrows {
    for seed in 0..<UInt64(Rounds.fuzz(else: 1_000)) {
      var mutator = Mutator(dice: Dice(seed: seed))
      try body(seed, &mutator)
    }
  }

  @Test func `JSON is refused at a place, or means the same when written and read again`() {
    forEachSeed { seed, mutator in
      let bytes = mutator.bytes()
      do throws(JSONError) {
        let value = try JSONReader.read(bytes)
        let written = JSONWriter.write(value)
        let again = try JSONReader.read(written)
        // Infinity has no JSON form, so that a second reading settles it.
        #expect(JSONWriter.write(again) == written, "seed \(seed)")
      } catch {
        #expect((0...bytes.count).contains(error.offset), "seed \(seed): \(error)")
      }
    }
  }

  @Test func `frames are dropped, or are a message that can be answered`() {
    let signer = Signer(key: [1, 2, 3])
    let composer = Composer(signer: signer, username: "test")
    var kinds: Set<String> = []
    forEachSeed { seed, mutator in
      let frames = mutator.frames(signer)
      guard let envelope = try? Envelope(frames: frames, signer: signer) else { return }
      do throws(RequestError) {
        _ = try Request(envelope)
        kinds.insert(envelope.header.messageType)
      } catch {}
      let reply = composer.frames(
        "reply", prefix: envelope.identities, parent: envelope.header.bytes, content: envelope.content)
      let read = try? Envelope(frames: reply, signer: signer)
      #expect(read?.parentHeader["msg_id"]?.stringValue == envelope.header.messageID, "seed \(seed)")
      #expect(read?.identities == envelope.identities, "seed \(seed)")
    }
    #expect(kinds.count > 3, "hardly a message came through, so hardly anything was tried")
  }

  @Test func `a connection file is refused, or names five places`() {
    forEachSeed { seed, mutator in
      guard let connection = try? ConnectionFile(bytes: mutator.bytes()) else { return }
      for channel in ConnectionFile.Channel.allCases {
        #expect(connection.endpoint(channel).contains("://"), "seed \(seed)")
        #expect((1...Int.max).contains(connection.ports[channel] ?? 0), "seed \(seed)")
      }
    }
  }
}
