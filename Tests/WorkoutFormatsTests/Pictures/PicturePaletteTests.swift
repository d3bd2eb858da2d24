import Testing

@testable import WorkoutFormats

@Suite struct PicturePaletteTests {
    private static let palettes = [PicturePalette.light, .dark]

    @Test("The measures of the tests are those of the standards")
    func measures() {
        // WCAG: black on white is 21 : 1, and #767676 is the lightest grey with 4.5 : 1 on white. CIE: white has
        // lightness 100, black 0, mid-grey #777777 50 (49.97).
        let (white, black) = (PictureColour(0xFFFFFF), PictureColour(0))
        #expect(abs(ColourVision.contrast(white, black) - 21) < 0.001)
        #expect(ColourVision.contrast(white, PictureColour(0x767676)) > 4.5)
        #expect(ColourVision.contrast(white, PictureColour(0x777777)) < 4.5)
        #expect(abs(ColourVision.ordinary.lab(PictureColour(0x777777))[0] - 50) < 0.1)
        #expect(abs(ColourVision.ordinary.difference(white, black) - 100) < 0.01)
        // Who lacks the cones for red confuses a dark red and a dark olive that others do not.
        let (red, olive) = (PictureColour(0xA03020), PictureColour(0x565020))
        #expect(ColourVision.ordinary.difference(red, olive) > 45)
        #expect(ColourVision.protanopia.difference(red, olive) < 15)
    }

    @Test("Zones stand out from the ground with 3 : 1, text with 4.5 : 1, curves from what lies behind them")
    func contrast() {
        for palette in Self.palettes {
            #expect(palette.zones.count == 9 && palette.tints.count == 9)
            for colour in palette.zones { #expect(ColourVision.contrast(colour, palette.ground) >= 3) }
            for colour in palette.tints { #expect(ColourVision.contrast(colour, palette.ink) >= 7) }
            #expect(ColourVision.contrast(palette.ink, palette.ground) >= 7)
            #expect(ColourVision.contrast(palette.muted, palette.ground) >= 4.5)
            #expect(ColourVision.contrast(palette.mark, palette.markGround) >= 3)
            for tint in palette.tints { #expect(ColourVision.contrast(palette.mark, tint) >= 2.4) }
        }
    }

    @Test("Neighbouring zones are told apart by everybody, however many there are", arguments: 3...9)
    func neighbours(count: Int) {
        for palette in Self.palettes {
            let colours = (0..<count).map { palette.zones[PicturePalette.scaleIndex(zone: $0, of: count)] }
            for (lower, upper) in zip(colours, colours.dropFirst()) {
                for vision in ColourVision.allCases { #expect(vision.difference(lower, upper) >= 10) }
            }
        }
    }

    @Test("Zones become steadily darker on a light ground and brighter on a dark one")
    func order() {
        func lightness(_ colours: [PictureColour]) -> [Double] {
            colours.map { ColourVision.ordinary.lab($0)[0] }
        }
        let light = lightness(PicturePalette.light.zones)
        let dark = lightness(PicturePalette.dark.zones)
        #expect(zip(light, light.dropFirst()).allSatisfy { $0 - $1 >= 3 })
        #expect(zip(dark, dark.dropFirst()).allSatisfy { $1 - $0 >= 3 })
    }

    @Test("A scale is used from end to end")
    func scale() {
        #expect((0..<3).map { PicturePalette.scaleIndex(zone: $0, of: 3) } == [0, 4, 8])
        #expect((0..<5).map { PicturePalette.scaleIndex(zone: $0, of: 5) } == [0, 2, 4, 6, 8])
        #expect((0..<9).map { PicturePalette.scaleIndex(zone: $0, of: 9) } == Array(0..<9))
        #expect(PictureColour(0x0A80FF).text == "#0a80ff")
    }
}
