import Tensors

/// The pieces a hand is built of, before it is placed in the picture. The palm faces the viewer, the thumb is on the left.
struct Skeleton {
  var limbs: [Limb] = []

  /// Builds a hand.
  ///
  /// - Parameters:
  ///   - pose: How it is held.
  ///   - generator: Draws how far each joint is off, and the length of the sleeve.
  init(_ pose: HandPose, from generator: inout SeededGenerator) {
    var own = generator
    defer { generator = own }
    let looseness = { own.between(-1, 1) }
    let sleeve = own.between(0, 1)
    addPalm()
    for (place, finger) in pose.fingers.enumerated() {
      addFinger(place, finger, spread: pose.spread, pose.fingers, looseness)
    }
    addThumb(pose.thumb, looseness)
    addArm(sleeve: sleeve)
  }

  private static let bases = [Point3(-0.35, 0.44), Point3(-0.115, 0.50), Point3(0.12, 0.47), Point3(0.33, 0.36)]
  private static let lengths = [0.86, 0.96, 0.89, 0.68]
  private static let radii = [0.122, 0.126, 0.118, 0.102]

  private mutating func addPalm() {
    let wrist = [Point3(-0.14, -0.52), Point3(-0.05, -0.54), Point3(0.05, -0.54), Point3(0.14, -0.52)]
    for (from, to) in zip(wrist, Self.bases) {
      limbs.append(Limb(start: from, end: to, startRadius: 0.2, endRadius: 0.15, group: 0))
    }
    // The two cushions: below the thumb, and opposite.
    limbs.append(
      Limb(
        start: Point3(-0.2, -0.4, 0.06), end: Point3(-0.36, -0.02, 0.05), startRadius: 0.2, endRadius: 0.16, group: 0))
    limbs.append(
      Limb(start: Point3(0.2, -0.4, 0.04), end: Point3(0.34, 0.08, 0.03), startRadius: 0.19, endRadius: 0.14, group: 0))
  }

  private mutating func addFinger(
    _ place: Int, _ finger: HandPose.Finger, spread: Double, _ fingers: [HandPose.Finger], _ looseness: () -> Double
  ) {
    let isStraight = finger == .straight
    let rest = [9.0, 2.0, -5.0, -13.0][place]
    let lean = isStraight ? rest * (fingers.count { $0 == .straight } == 4 ? 1.15 : spread) : rest * 0.3
    let direction = Point3(0, 1).turned(by: Angle(degrees: lean + looseness() * (isStraight ? 4 : 1.5)))
    let bend = isStraight ? [3.0, 4, 4] : [72.0, 102, 58]
    let shares = [0.46, 0.29, 0.25]
    var (joint, flexion) = (Self.bases[place], isStraight ? 0.0 : 6.0)
    for (bone, share) in shares.enumerated() {
      flexion += bend[bone] * (1 + looseness() * (isStraight ? 0.9 : 0.07))
      let angle = Angle(degrees: flexion)
      let way = Point3(direction.x * angle.cosine, direction.y * angle.cosine, angle.sine)
      let end = joint + way * (Self.lengths[place] * share)
      let radius = Self.radii[place]
      limbs.append(
        Limb(
          start: joint, end: end, startRadius: radius * (1 - 0.07 * Double(bone)),
          endRadius: radius * (0.93 - 0.07 * Double(bone)), group: place + 1))
      joint = end
    }
  }

  private mutating func addThumb(_ thumb: HandPose.Thumb, _ looseness: () -> Double) {
    let sway = Angle(degrees: looseness() * 7)
    let joints: [Point3] =
      switch thumb {
      case .out:
        [Point3(-0.33, -0.2, 0.08), Point3(-0.62, 0.06, 0.1), Point3(-0.82, 0.34, 0.1), Point3(-0.9, 0.58, 0.08)]
      case .across:
        [Point3(-0.33, -0.2, 0.1), Point3(-0.47, 0.06, 0.24), Point3(-0.27, 0.2, 0.5), Point3(-0.0, 0.18, 0.52)]
      case .up:
        [Point3(-0.33, -0.2, 0.1), Point3(-0.52, 0.12, 0.2), Point3(-0.56, 0.5, 0.22), Point3(-0.53, 0.84, 0.2)]
      }
    let placed = joints.map { (($0 - joints[0]).turned(by: sway)) + joints[0] }
    let radii = [0.18, 0.14, 0.125, 0.1]
    for bone in 0..<3 {
      limbs.append(
        Limb(
          start: placed[bone], end: placed[bone + 1], startRadius: radii[bone], endRadius: radii[bone + 1],
          group: bone == 0 ? 0 : 5))
    }
  }

  private mutating func addArm(sleeve: Double) {
    limbs.append(
      Limb(start: Point3(0, -0.5), end: Point3(0, -1.1), startRadius: 0.27, endRadius: 0.29, group: 0))
    limbs.append(
      Limb(start: Point3(0, -1.1), end: Point3(0, -3.4), startRadius: 0.29, endRadius: 0.42, group: 0))
    let cuff = -2.1 + sleeve * 1.25
    limbs.append(
      Limb(
        start: Point3(0, cuff), end: Point3(0, -3.6), startRadius: 0.4, endRadius: 0.55, material: .sleeve, group: 9))
  }
}
