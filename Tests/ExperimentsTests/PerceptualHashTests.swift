import ExperimentSupport
import Pictures
import Testing

@testable import Experiments

struct PerceptualHashTests {
  @Test func `grey is known by its brightness, and has neither contrast nor edges`() {
    let look = PerceptualHash(Picture(width: 40, height: 30, red: 51, green: 51, blue: 51))
    #expect((look.width, look.height) == (40, 30))
    #expect(abs(look.brightness - 0.2) < 1e-9 && abs(look.mean - 0.2) < 1e-6)
    #expect(look.contrast < 1e-6 && look.deviation < 1e-9 && look.sharpness < 1e-9)
  }

  @Test func `colours count in luminance as the eye has them`() {
    let shades = [(255, 0, 0, 0.299), (0, 255, 0, 0.587), (0, 0, 255, 0.114)] as [(UInt8, UInt8, UInt8, Double)]
    for (red, green, blue, luminance) in shades {
      let look = PerceptualHash(Picture(width: 8, height: 8, red: red, green: green, blue: blue))
      #expect(abs(look.brightness - luminance) < 1e-9)
    }
  }

  @Test func `blur takes the edges and leaves the brightness`() {
    let scene = Scene(seed: 1, width: 200, height: 200).picture
    let (sharp, blurred) = (PerceptualHash(scene), PerceptualHash(scene.blurred(deviation: 6)))
    #expect(blurred.sharpness < sharp.sharpness / 4)
    #expect(abs(blurred.brightness - sharp.brightness) < 0.02)
  }

  @Test func `the distance is the root of the mean squared difference, also mirrored`() {
    let black = PerceptualHash(Picture(width: 9, height: 9, red: 0, green: 0, blue: 0))
    let red = PerceptualHash(Picture(width: 9, height: 9, red: 255, green: 0, blue: 0))
    #expect(abs(black.distance(to: red) - (1.0 / 3).squareRoot()) < 1e-6)
    let scene = Scene(seed: 2).picture
    let mirrored = PerceptualHash(scene.flipped(horizontally: true, vertically: false))
    #expect(PerceptualHash(scene).distance(to: mirrored, mirrored: true) < 0.005)
    #expect(PerceptualHash(scene).distance(to: mirrored) > 0.1)
  }
}
