/// Writes the elements of a picture; all text in it is escaped here.
struct SVGWriter {
    /// Where a text hangs on its place.
    enum Anchor: String {
        case start, middle, end
    }

    /// What has been written, without the surrounding `svg` element.
    private(set) var text = ""
    /// Makes identifiers unique where several pictures stand in one document.
    let identity: String

    /// Starts a picture whose identifiers begin with a name.
    init(identity: String) {
        self.identity = identity
    }

    /// A coordinate in tenths of a unit.
    static func coordinate(_ value: Double) -> String { NumberText.short(value) }

    private static func attributes(_ pairs: [(String, Double)]) -> String {
        pairs.map { " \($0)=\"\(coordinate($1))\"" }.joined()
    }

    /// Writes a rectangle of a style's class; one without any extent is left out.
    mutating func rectangle(_ style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        guard width > 0, height > 0 else { return }
        let place = Self.attributes([("x", x), ("y", y), ("width", width), ("height", height)])
        text += "<rect class=\"\(style)\"\(place)/>\n"
    }

    /// Writes a rectangle that is filled with one of the picture's own patterns.
    mutating func patterned(
        _ pattern: PicturePattern, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) {
        guard width > 0, height > 0 else { return }
        let place = Self.attributes([("x", x), ("y", y), ("width", width), ("height", height)])
        text += "<rect fill=\"url(#\(identity)-\(pattern.rawValue))\"\(place)/>\n"
    }

    /// Writes a straight line.
    mutating func line(_ style: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
        let place = Self.attributes([("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)])
        text += "<line class=\"\(style)\"\(place)/>\n"
    }

    /// Writes lines through points; a run of one point is a dot, because lines have round ends.
    mutating func path(_ style: String, _ runs: [[CurvePoint]], at origin: (x: Double, y: Double)) {
        guard !runs.isEmpty else { return }
        let commands = runs.map { run in
            let places = run.map {
                "\(Self.coordinate(origin.x + $0.x)) \(Self.coordinate(origin.y + $0.y))"
            }
            return places.count == 1 ? "M\(places[0])h0" : "M" + places.joined(separator: "L")
        }
        text += "<path class=\"\(style)\" d=\"\(commands.joined())\"/>\n"
    }

    /// Writes a dot.
    mutating func dot(_ style: String, at centre: (x: Double, y: Double), radius: Double) {
        let place = Self.attributes([("cx", centre.x), ("cy", centre.y), ("r", radius)])
        text += "<circle class=\"\(style)\"\(place)/>\n"
    }

    /// Writes a line of text with its baseline at a place.
    mutating func label(
        _ style: String, _ content: String, at place: (x: Double, y: Double), _ anchor: Anchor = .start
    ) {
        let at = Self.attributes([("x", place.x), ("y", place.y)])
        let hung = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
        text += "<text class=\"\(style)\"\(at)\(hung)>\(MarkupText.escaped(content))</text>\n"
    }

    /// Writes a figure with its unit beside it in another style.
    mutating func label(
        _ style: String, _ content: String, unit: String, _ unitStyle: String,
        at place: (x: Double, y: Double)
    ) {
        let at = Self.attributes([("x", place.x), ("y", place.y)])
        let tail = unit.isEmpty ? "" : "<tspan class=\"\(unitStyle)\"> \(MarkupText.escaped(unit))</tspan>"
        text += "<text class=\"\(style)\"\(at)>\(MarkupText.escaped(content))\(tail)</text>\n"
    }
}
