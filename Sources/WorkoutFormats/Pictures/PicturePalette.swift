/// The colours of a picture on a light or a dark ground.
///
/// Zones go from blue by violet and red to the darkest colour, on a dark ground to the brightest. Each is lighter or
/// darker than the one before it and differs from it in blue and yellow, which people who confuse red and green still
/// see. Every colour that means something stands out from the ground with 3 : 1 at least, text with 4.5 : 1 (WCAG 2.1).
struct PicturePalette {
    /// The ground.
    let ground: PictureColour
    /// Text and curves.
    let ink: PictureColour
    /// Text that explains.
    let muted: PictureColour
    /// Lines that only help to read others.
    let grid: PictureColour
    /// The marks of pauses and missing data.
    let mark: PictureColour
    /// What the marks lie on.
    let markGround: PictureColour
    /// The zones' scale from rest to the limit.
    let zones: [PictureColour]
    /// The same hues close to the ground, for what lies behind a curve.
    let tints: [PictureColour]

    static let light = PicturePalette(
        ground: PictureColour(0xFFFFFF), ink: PictureColour(0x1B2430), muted: PictureColour(0x56616E),
        grid: PictureColour(0xDDE2E8), mark: PictureColour(0x828C98), markGround: PictureColour(0xF3F5F7),
        zones: [
            0x6D92B0, 0x3F87DA, 0x646AE1, 0x9F40BA, 0xAF1A96, 0xAC025E, 0x95002D, 0x73080D, 0x4A0D0D,
        ].map(PictureColour.init),
        tints: [
            0xECF5FD, 0xEEF2FD, 0xF2F0FC, 0xF6EDF8, 0xF9EAF5, 0xFDE8EE, 0xFFE7E7, 0xFEE5E1, 0xFEE4E0,
        ].map(PictureColour.init))

    static let dark = PicturePalette(
        ground: PictureColour(0x15181D), ink: PictureColour(0xE8ECF1), muted: PictureColour(0x9DA8B5),
        grid: PictureColour(0x2D343D), mark: PictureColour(0x7D8895), markGround: PictureColour(0x1F242B),
        zones: [
            0x3B709A, 0x6970BD, 0x9E76E4, 0xE374CE, 0xFE7AAB, 0xFC9793, 0xFFB692, 0xFFD590, 0xFFF3D1,
        ].map(PictureColour.init),
        tints: [
            0x16232F, 0x232332, 0x2B2434, 0x362533, 0x3F262E, 0x442928, 0x452E23, 0x3D3226, 0x39352C,
        ].map(PictureColour.init))

    /// Where on the scale a zone of so many is, spread from end to end.
    static func scaleIndex(zone: Int, of count: Int) -> Int { zone * 8 / max(1, count - 1) }
}
