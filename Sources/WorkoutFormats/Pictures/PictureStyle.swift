/// The style sheet of pictures: light, dark where the screen is, and light on paper.
enum PictureStyle {
    /// The fonts that systems show their own text in.
    static let fonts = "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"DejaVu Sans\",sans-serif"

    /// The rules for everything inside an `svg` element of class `pulsewatt`.
    static var sheet: String {
        """
        .pulsewatt text{font:12px \(fonts);font-variant-numeric:tabular-nums;white-space:pre}
        .pulsewatt text.title{font-size:24px;font-weight:650}
        .pulsewatt text.heading{font-size:15px;font-weight:650}
        .pulsewatt text.figure{font-size:21px;font-weight:600}
        .pulsewatt text.strong{font-weight:650}
        .pulsewatt tspan.unit{font-size:12px;font-weight:400}
        .pulsewatt text.small{font-size:11px}
        .pulsewatt .halo{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
        .pulsewatt .grid{stroke-width:1;fill:none;shape-rendering:crispEdges}
        .pulsewatt .lap{stroke-width:1;stroke-dasharray:3 3;fill:none;shape-rendering:crispEdges}
        .pulsewatt .curve,.pulsewatt .trace{fill:none;stroke-linejoin:round;stroke-linecap:round}
        .pulsewatt .curve{stroke-width:1.6}
        .pulsewatt .trace{stroke-width:.8;stroke-opacity:.45}
        .pulsewatt .threshold{stroke-width:1.2;stroke-dasharray:6 4;fill:none}
        .pulsewatt .badge{fill:none;stroke-width:1.2}
        \(colours(.light))@media screen and (prefers-color-scheme:dark){
        \(colours(.dark))}

        """
    }

    private static func colours(_ palette: PicturePalette) -> String {
        var rules = [
            ".ground{fill:\(palette.markGround.text)}", ".page{fill:\(palette.ground.text)}",
            ".mark{fill:\(palette.mark.text)}",
            "text,.pulsewatt .dot{fill:\(palette.ink.text)}",
            "text.muted,.pulsewatt tspan.unit{fill:\(palette.muted.text)}",
            ".curve,.pulsewatt .trace,.pulsewatt .badge{stroke:\(palette.ink.text)}",
            ".lap,.pulsewatt .threshold{stroke:\(palette.muted.text)}",
            ".halo{stroke:\(palette.ground.text)}",
            ".grid{stroke:\(palette.grid.text)}",
        ]
        for (index, (zone, tint)) in zip(palette.zones, palette.tints).enumerated() {
            rules += [".z\(index){fill:\(zone.text)}", ".t\(index){fill:\(tint.text)}"]
        }
        return rules.map { ".pulsewatt \($0)\n" }.joined()
    }

    /// The class of a zone's tint, for what lies behind a curve.
    static func tint(_ zone: Int, of count: Int) -> String {
        "t\(PicturePalette.scaleIndex(zone: zone, of: count))"
    }

    /// The class of a zone's colour.
    static func zone(_ zone: Int, of count: Int) -> String {
        "z\(PicturePalette.scaleIndex(zone: zone, of: count))"
    }
}
