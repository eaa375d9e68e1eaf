/// A color of a terminal: its default, one of its palette, or red, green and blue.
///
/// The first 16 colors of the palette are the named ones, which the user's terminal may show in other shades.
public struct TerminalColor: Hashable, Sendable {
  /// The kind of the color in the first byte, and its number or components in the others.
  let bits: UInt32

  private init(bits: UInt32) { self.bits = bits }

  /// The terminal's own foreground or background color.
  public static let `default` = Self(bits: 0)

  /// Returns the color of the palette with a number.
  public static func palette(_ number: UInt8) -> Self { Self(bits: 1 << 24 | UInt32(number)) }

  /// Returns the color with the given components.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Self {
    Self(bits: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// The forms of a color.
  enum Form: Equatable {
    case `default`
    case palette(UInt8)
    case rgb(RGB)
  }

  var form: Form {
    switch bits >> 24 {
    case 0: .default
    case 1: .palette(UInt8(truncatingIfNeeded: bits))
    default:
      .rgb(
        RGB(
          red: Int(bits >> 16 & 0xFF), green: Int(bits >> 8 & 0xFF), blue: Int(bits & 0xFF)))
    }
  }
}

/// The components of a color, from 0 to 255.
struct RGB: Hashable {
  var red: Int
  var green: Int
  var blue: Int

  var components: [Int] { [red, green, blue] }

  func squaredDistance(to other: RGB) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return red * red + green * green + blue * blue
  }
}

extension RGB {
  /// The named colors as xterm shows them.
  static let named: [RGB] = [
    RGB(red: 0, green: 0, blue: 0), RGB(red: 205, green: 0, blue: 0), RGB(red: 0, green: 205, blue: 0),
    RGB(red: 205, green: 205, blue: 0), RGB(red: 0, green: 0, blue: 238), RGB(red: 205, green: 0, blue: 205),
    RGB(red: 0, green: 205, blue: 205), RGB(red: 229, green: 229, blue: 229),
    RGB(red: 127, green: 127, blue: 127), RGB(red: 255, green: 0, blue: 0), RGB(red: 0, green: 255, blue: 0),
    RGB(red: 255, green: 255, blue: 0), RGB(red: 92, green: 92, blue: 255), RGB(red: 255, green: 0, blue: 255),
    RGB(red: 0, green: 255, blue: 255), RGB(red: 255, green: 255, blue: 255),
  ]

  /// The components of the colors 16 to 231, which form a cube.
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  /// The components of a color of the palette.
  init(paletteNumber number: UInt8) {
    switch Int(number) {
    case 0..<16: self = Self.named[Int(number)]
    case 16..<232:
      let (levels, index) = (Self.cubeLevels, Int(number) - 16)
      self.init(red: levels[index / 36], green: levels[index / 6 % 6], blue: levels[index % 6])
    default:
      let gray = 8 + (Int(number) - 232) * 10
      self.init(red: gray, green: gray, blue: gray)
    }
  }

  /// The number of the nearest color of the cube or the grays, whose shades do not depend on the user's settings.
  var nearestPaletteNumber: UInt8 {
    let inCube = 16 + 36 * cubeLevel(red) + 6 * cubeLevel(green) + cubeLevel(blue)
    // The gray nearest to all components is the one nearest to their mean.
    let inGrays = 232 + min(23, max(0, ((red + green + blue) / 3 - 3) / 10))
    return [inCube, inGrays].map { UInt8($0) }.min(by: isNearer) ?? 0
  }

  /// The number of the nearest named color.
  var nearestNamedNumber: UInt8 { (0..<16).min(by: isNearer) ?? 0 }

  private func isNearer(_ first: UInt8, _ second: UInt8) -> Bool {
    squaredDistance(to: RGB(paletteNumber: first)) < squaredDistance(to: RGB(paletteNumber: second))
  }

  private func cubeLevel(_ component: Int) -> Int {
    component < 48 ? 0 : component < 115 ? 1 : (component - 35) / 40
  }
}
