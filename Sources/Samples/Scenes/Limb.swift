/// A round piece of a body: a straight bone with flesh around it, as thick at each end as stated.
struct Limb {
  /// What the surface is made of.
  enum Material: UInt8 { case background, skin, sleeve }

  var start: Point3
  var end: Point3
  var startRadius: Double
  var endRadius: Double
  var material = Material.skin
  /// Pieces of one group flow into each other; pieces of different groups only touch.
  var group: Int
}
