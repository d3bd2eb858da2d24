/// A colour of the sRGB colour space.
struct PictureColour: Hashable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// Makes a colour of a number such as `0xFF8000`.
    init(_ number: UInt32) {
        red = UInt8(truncatingIfNeeded: number >> 16)
        green = UInt8(truncatingIfNeeded: number >> 8)
        blue = UInt8(truncatingIfNeeded: number)
    }

    /// The colour as style sheets write it, such as `#ff8000`.
    var text: String {
        let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "#" + digits.joined()
    }
}
