import Figures
import Foundation
import Networks
import Pictures
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

/// Rows 103 to 105 and 109: photos varied while training.
struct AugmentationTests {
  /// A drawn card: four quarters of different colours, with a bright bar.
  private static let card: Picture = {
    var pixels: [UInt8] = []
    for y in 0..<24 {
      for x in 0..<24 {
        let isBar = (8..<11).contains(x) && y > 3
        pixels += isBar ? [250, 240, 60] : [UInt8(x < 12 ? 200 : 30), UInt8(y < 12 ? 160 : 40), UInt8(5 * x + 4 * y)]
      }
    }
    return Picture(width: 24, height: 24, pixels: pixels)
  }()

  private func variation(_ ways: [Augmentation], seed: UInt64 = 7) -> PhotoVariation {
    PhotoVariation(ways: ways, seeds: SeedPlan(seed: seed))
  }

  private func shown(_ ways: [Augmentation], epoch: Int = 0, place: Int = 0, seed: UInt64 = 7) -> Picture {
    variation(ways, seed: seed).picture(
      of: Self.card, width: 16, height: 16, scaling: .scaleFill, epoch: epoch, place: place)
  }

  private static let ways: [Augmentation] = [
    .flipHorizontal, .flipVertical, .rotate(15), .zoom(0.1), .crop, .shift(0.1), .color(0.1), .brightness(0.2),
    .blur(1),
  ]

  /// Row 103: each photo in each epoch in one of four variants, each as often as the others.
  @Test func `row 103: a thousand draws of both flips show each variant 25 ± 4 %`() {
    let variation = variation([.flipHorizontal, .flipVertical])
    var counts = [0, 0, 0, 0]
    for draw in 0..<1000 { counts[variation.flip(epoch: draw / 50, place: draw % 50)] += 1 }
    #expect(counts.allSatisfy { (210...290).contains($0) }, "\(counts)")
  }

  @Test func `no way leaves the photo as it is`() {
    #expect(shown([]) == Self.card.resized(width: 16, height: 16))
  }

  @Test(arguments: ways)
  func `the same seed, epoch and photo show the same; others show others`(way: Augmentation) {
    let pictures = (0..<12).map { shown([way], epoch: $0 / 4, place: $0 % 4) }
    #expect(pictures == (0..<12).map { shown([way], epoch: $0 / 4, place: $0 % 4) })
    #expect(pictures.allSatisfy { $0.width == 16 && $0.height == 16 })
    #expect(pictures.contains { $0 != pictures[0] })
    #expect(pictures != (0..<12).map { shown([way], epoch: $0 / 4, place: $0 % 4, seed: 8) })
  }

  @Test func `the order in the list does not matter, and a way leaves the draws of the others alone`() {
    for place in 0..<6 {
      #expect(
        shown([.rotate(20), .brightness(0.3)], place: place) == shown([.brightness(0.3), .rotate(20)], place: place))
      let turned = shown([.rotate(20)], place: place)
      #expect(shown([.rotate(20), .blur(0)], place: place) == turned)
    }
  }

  /// Row 104: what each way makes of the card at a fixed seed, stored as PNG files. Set WHET_UPDATE_GOLDENS=1 to store anew.
  @Test(arguments: ways.map { [$0] } + [ways])
  func `row 104: golden pictures at a fixed seed`(ways: [Augmentation]) throws {
    let name = ways.count == 1 ? String(ways[0].phrase.prefix { $0 != "(" }) : "all"
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Goldens/Augmentation/\(name).png")
    let sheet = Self.sheet((0..<6).map { shown(ways, epoch: $0 / 3, place: $0 % 3, seed: 42) })
    if ProcessInfo.processInfo.environment["WHET_UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try sheet.pngData().write(to: url)
    }
    let golden = try Picture(contentsOf: url)
    #expect(golden.width == sheet.width && golden.height == sheet.height)
    // A grey level of difference is left to the machine's sines.
    #expect(zip(golden.pixels, sheet.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  /// Pictures side by side.
  private static func sheet(_ pictures: [Picture]) -> Picture {
    var pixels: [UInt8] = []
    for y in 0..<pictures[0].height {
      for picture in pictures { pixels += picture.pixels[y * picture.width * 3..<(y + 1) * picture.width * 3] }
    }
    return Picture(width: pictures[0].width * pictures.count, height: pictures[0].height, pixels: pixels)
  }

  // MARK: In a notebook

  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    for (index, label) in ["left", "right"].enumerated() {
      for number in 0..<3 {
        try notebook.write(
          Notebook.striped(isLeft: index == 0).lit(red: 1 - Double(number) / 5, green: 1, blue: 1).pngData(),
          to: "Stripes/train/\(label)/\(number).png")
      }
    }
    notebook.run("dataset stripes path=\"Stripes\"; network twin from=tiny classes=3 seed=42")
    return notebook
  }

  @Test func `varied photos go through the frozen layers anew in every epoch, to the same bits`() throws {
    let notebook = try notebook()
    let words =
      "on=stripes epochs=3 seed=5 augment=[rotate(15), zoom(0.1), crop, shift(0.1), color(0.1), brightness(0.2), blur]"
    notebook.run("train hand \(words)")
    #expect(
      notebook.page.text.contains(
        "augment=[rotate(15), zoom(0.1), crop, shift(0.1), color(0.1), brightness(0.2), blur(1)]"))
    notebook.run("train twin \(words)")
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
    notebook.run("network plain from=tiny classes=3 seed=42; train plain on=stripes epochs=3 seed=5")
    #expect(try notebook.network("plain").definition != notebook.network("hand").definition)
  }

  @Test func `stopped in its midst it goes on with the same bits`() throws {
    let notebook = try notebook()
    let words = "on=stripes epochs=3 seed=5 miniBatchSize=2 augment=[rotate(30), flipHorizontal]"
    notebook.run("train twin \(words)")
    notebook.page.interrupt(afterQuestions: 7)
    #expect(notebook.fail("train hand \(words)").hasPrefix("hand was stopped "))
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("train hand")
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
  }

  /// Row 109: the four variants are run through once; a second epoch runs nothing.
  @Test func `row 109: flips are run through the frozen layers once`() throws {
    let notebook = try notebook()
    notebook.run("train hand on=stripes epochs=1 augment=[flipHorizontal, flipVertical]")
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "Stripes"))
    notebook.run("train hand on=stripes epochs=5 augment=[flipHorizontal, flipVertical]")
    #expect(try notebook.network("hand").training.records.count == 6)
  }

  /// Row 105.
  @Test(arguments: [
    ("epochs=19 augment=[flipHorizontal]", true), ("epochs=20 augment=[flipHorizontal]", false), ("epochs=19", false),
  ])
  func `few epochs with varied photos get a hint`(words: String, isHinted: Bool) throws {
    let notebook = try notebook()
    notebook.run("train hand on=stripes \(words)")
    #expect(notebook.page.text.contains("augmented photos need more epochs, 20 or more") == isHinted)
  }

  // MARK: Photos that vanish

  /// A page whose first mini-batch makes a photo vanish.
  private final class Vanishing: CellDisplay {
    let page = Page()
    let photo: URL
    init(_ photo: URL) { self.photo = photo }
    func print(_ text: String) { if text.hasPrefix("miniBatchEnd") { try? FileManager.default.removeItem(at: photo) } }
    func show(_ rendering: Rendering) { page.show(rendering) }
    func show(_ rendering: Rendering, as identity: String) { page.show(rendering, as: identity) }
    func replace(_ identity: String, with rendering: Rendering) { page.replace(identity, with: rendering) }
    func result(_ rendering: Rendering) { page.result(rendering) }
    var isInterrupted: Bool { false }
  }

  @Test func `a photo that vanishes while training stops it with a sentence, and nothing is lost`() throws {
    let notebook = try notebook()
    notebook.workbench.withWorkspace { $0.featureCache.photos.capacity = 0 }
    let photo = notebook.folder.appending(path: "Stripes/train/right/2.png")
    let kept = try Data(contentsOf: photo)
    let words = "on=stripes epochs=2 seed=5 miniBatchSize=2 shuffle=false augment=[rotate(9)]"
    guard case .failed(let problem) = notebook.workbench.run("train hand \(words) log=batches", on: Vanishing(photo))
    else {
      Issue.record("the photo was not missed")
      return
    }
    #expect(
      problem.lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) } == [
        "^^^^^^^ Photo 2.png cannot be read any more (it is no longer there). hand was stopped in epoch 1, "
          + "after mini-batch 2 of 3; its weights are kept.",
        "Restore the photo, and train hand continues; or read the dataset again without it.",
      ])
    #expect(notebook.fail("train hand").contains("2.png cannot be read (it is no longer there)"))
    try kept.write(to: photo)
    notebook.run("train hand; train twin \(words)")
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
  }

  @Test func `a network of its own layers reads photos a mini-batch at a time, each looked at beforehand`() throws {
    let notebook = try notebook()
    notebook.run("network own input=[3, 16, 16] seed=1 { flatten; innerProduct 2; softmax }")
    notebook.run("train own on=stripes epochs=2 miniBatchSize=2; evaluate own on=stripes")
    try notebook.write([1, 2, 3], to: "Stripes/train/left/broken.png")
    notebook.run("dataset stripes path=\"Stripes\"")
    let before = Snapshot(notebook)
    #expect(notebook.fail("train own on=stripes epochs=1 from=start").contains("broken.png cannot be read"))
    #expect(Snapshot(notebook) == before)
  }

  // MARK: How photos are brought to size

  /// Rows 20 and 21: each way sees other pixels, and each keeps to itself.
  @Test func `rows 20 and 21: a dataset says how its photos are brought to size`() throws {
    let notebook = try Notebook(pets: "Pets")
    let pixels = (0..<640).flatMap { (place: Int) -> [UInt8] in [UInt8(place % 40 * 6), 90, UInt8(place / 40)] }
    try notebook.write(Picture(width: 40, height: 16, pixels: pixels).pngData(), to: "Wide/train/a/0.png")
    var seen: [[Float]] = []
    for way in CropAndScale.allCases {
      notebook.run("dataset wide path=\"Wide\" cropAndScale=\(way.rawValue)")
      seen.append(
        try notebook.workbench.withWorkspace { session in
          guard case .photos(let photos)? = session.datasets["wide"] else { return [] }
          let extractor = try session.library.extractor(of: "tiny", layer: "flat1")
          return try session.featureCache.features(of: photos.splits[0].photos, through: extractor).tensor.values
        })
    }
    #expect(Set(seen.map(\.description)).count == 3)
    notebook.run("dataset plain path=\"Wide\"")
    let plain = try notebook.workbench.withWorkspace { session in
      guard case .photos(let photos)? = session.datasets["plain"] else { return [Float]() }
      return try session.featureCache.features(
        of: photos.splits[0].photos, through: session.library.extractor(of: "tiny", layer: "flat1")
      ).tensor.values
    }
    #expect(plain == seen[0])
  }

  @Test(arguments: [
    Mistake(
      "train hand on=pets.train augment=[rotate(200)]",
      """
      train hand on=pets.train augment=[rotate(200)]
                                               ^^^ rotate's degrees takes a number from 0 to 180, not 200.
      """),
    Mistake(
      "train hand on=pets.train augment=[crop(3)]",
      """
      train hand on=pets.train augment=[crop(3)]
                                             ^ 3 is one value too many here.
                                               For example: crop
      """),
  ])
  func `what cannot be is told`(mistake: Mistake) throws {
    try Notebook.withNetwork().expect(mistake)
  }

  @Test func `a way that does not exist is told with those that do`() throws {
    let text = try Notebook.withNetwork().fail("train hand on=pets.train augment=[wobble]")
    #expect(text.contains("^^^^^^ augment cannot be wobble."))
  }
}
