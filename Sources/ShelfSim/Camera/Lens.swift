/// Radial distortion of radii given in half picture widths.
struct Lens {
  private let model: Scenario.Optics.LensModel
  /// The model's coefficient: above 0 barrel.
  private let coefficient: Double

  var isPlain: Bool { coefficient == 0 }

  init(_ optics: Scenario.Optics) {
    model = optics.lensModel
    let share = optics.lens
    // Such that a point at radius 1 is seen at radius 1 - share.
    coefficient = model == .division ? share / ((1 - share) * (1 - share)) : share
  }

  /// What the radius of a point is multiplied by, given the square of it.
  func scale(atSquare square: Double) -> Double {
    switch model {
    case .division: 2 / (1 + max(0, 1 + 4 * coefficient * square).squareRoot())
    case .polynomial: 1 - (coefficient > 0 ? min(coefficient * square, 1 / 3.0) : coefficient * square)
    }
  }

  /// How much farther out than it is seen a point can really be, given the square of the seen radius.
  func growth(atSquare square: Double) -> Double {
    guard coefficient > 0 else { return 1 }
    return model == .division ? 1 / (1 - min(coefficient * square, 0.67)) : 1.5
  }
}
