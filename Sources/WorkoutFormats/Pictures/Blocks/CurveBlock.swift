import HealthModel

/// The curve of one quantity over its zones, with pauses, gaps and laps.
struct CurveBlock: PictureBlock {
    private static let headingHeight = 26.0
    private static let lapHeight = 20.0
    private static let timeHeight = 20.0
    private static let legendHeight = 22.0
    private static let leftMargin = 46.0
    private static let rightMargin = 30.0
    private static let shortLap = 10.0

    private let curve: WorkoutCurve
    private let geometry: CurveGeometry
    private let figures: String
    private let width: Double
    private let hasLegend: Bool

    /// Lays out a curve.
    ///
    /// - Parameters:
    ///   - curve: the curve.
    ///   - statistics: what the quantity amounted to.
    ///   - width: the width with the axes' labels.
    ///   - chartHeight: the height of the chart alone.
    init(_ curve: WorkoutCurve, _ statistics: HKStatistics?, width: Double, chartHeight: Double) {
        self.curve = curve
        self.width = width
        geometry = CurveGeometry(
            curve, width: width - Self.leftMargin - (curve.configuration == nil ? 8 : Self.rightMargin),
            height: chartHeight)
        let quantity = curve.quantity
        figures = [
            ("average", quantity.readingText(statistics?.averageQuantity())),
            ("maximum", quantity.readingText(statistics?.maximumQuantity())),
        ].compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: " · ")
        hasLegend = geometry.means != nil || !geometry.pauses.isEmpty || !geometry.gaps.isEmpty
    }

    private var lapSpace: Double { curve.laps.isEmpty ? 0 : Self.lapHeight }

    var height: Double {
        Self.headingHeight + lapSpace + geometry.height + Self.timeHeight
            + (hasLegend ? Self.legendHeight : 0)
    }

    func draw(into writer: inout SVGWriter, x: Double, y: Double) {
        writer.label(
            "heading", curve.quantity.title, unit: curve.quantity.readingUnit, "unit", at: (x, y + 14))
        writer.label("muted", figures, at: (x + width, y + 14), .end)
        let origin = (x: x + Self.leftMargin, y: y + Self.headingHeight + lapSpace)
        drawBands(into: &writer, origin)
        drawMarks(into: &writer, origin)
        drawAxes(into: &writer, origin)
        if let means = geometry.means {
            writer.path("trace", geometry.trace, at: origin)
            writer.path("curve", means, at: origin)
        } else {
            writer.path("curve", geometry.trace, at: origin)
        }
        if hasLegend { drawLegend(into: &writer, (origin.x, y + height - 6)) }
    }

    private func drawBands(into writer: inout SVGWriter, _ origin: (x: Double, y: Double)) {
        let count = curve.configuration?.zones.count ?? 0
        var lowest = Double.infinity
        for band in geometry.bands {
            let style = PictureStyle.zone(band.zone, of: count)
            let top = origin.y + band.top
            writer.rectangle(
                PictureStyle.tint(band.zone, of: count), origin.x, top, geometry.width, band.bottom - band.top
            )
            writer.rectangle(style, origin.x + geometry.width, top, 3, band.bottom - band.top)
            let middle = (band.top + band.bottom) / 2
            // Narrow bands beside each other: the upper one keeps its name only if it has room.
            guard lowest - middle >= 12 else { continue }
            lowest = middle
            writer.label(
                "small muted", "Z\(band.zone + 1)", at: (origin.x + geometry.width + 8, origin.y + middle + 4)
            )
        }
    }

    private func drawMarks(into writer: inout SVGWriter, _ origin: (x: Double, y: Double)) {
        for gap in geometry.gaps {
            writer.patterned(
                .noData, origin.x + gap.lowerBound, origin.y, gap.upperBound - gap.lowerBound, geometry.height
            )
        }
        for pause in geometry.pauses {
            writer.patterned(
                .paused, origin.x + pause.lowerBound, origin.y,
                max(1, pause.upperBound - pause.lowerBound), geometry.height)
        }
    }

    private func drawAxes(into writer: inout SVGWriter, _ origin: (x: Double, y: Double)) {
        let right = origin.x + geometry.width
        let bottom = origin.y + geometry.height
        for label in geometry.valueLabels {
            let y = origin.y + label.place
            writer.line("grid", from: (origin.x, y), to: (right, y))
            writer.label("small muted", label.text, at: (origin.x - 8, y + 4), .end)
        }
        for label in geometry.timeLabels {
            let x = origin.x + label.place
            writer.line("grid", from: (x, bottom), to: (x, bottom + 4))
            let isLast = label == geometry.timeLabels.last
            let anchor: SVGWriter.Anchor =
                isLast && geometry.timeLabels.count > 1 && label.place > geometry.width - 20 ? .end : .middle
            writer.label(
                "small muted", label.text, at: (anchor == .end ? right : x, bottom + 16), anchor)
        }
        // Lines of many laps would be a fence before the curve; then only their beginnings are marked.
        let isDense = geometry.width / Double(geometry.lapLines.count + 1) < Self.shortLap
        for line in geometry.lapLines {
            let x = origin.x + line
            writer.line("lap", from: (x, origin.y - 6), to: (x, isDense ? origin.y : bottom))
        }
        for label in geometry.lapLabels {
            writer.label("small muted", label.text, at: (origin.x + label.place, origin.y - 9), .middle)
        }
        if !curve.laps.isEmpty {
            writer.label("small muted", "Lap", at: (origin.x - 8, origin.y - 9), .end)
        }
    }

    private func drawLegend(into writer: inout SVGWriter, _ place: (x: Double, y: Double)) {
        var x = place.x
        func add(_ text: String, _ draw: (inout SVGWriter, Double) -> Void) {
            draw(&writer, x)
            writer.label("small muted", text, at: (x + 24, place.y))
            x += 24 + 7 * Double(text.count) + 18
        }
        if geometry.means != nil {
            let middle = place.y - 4
            add("30 s mean") { $0.line("curve", from: ($1, middle), to: ($1 + 18, middle)) }
            add("each second") { $0.line("trace", from: ($1, middle), to: ($1 + 18, middle)) }
        }
        if !geometry.pauses.isEmpty { add("paused") { $0.patterned(.paused, $1, place.y - 9, 18, 11) } }
        if !geometry.gaps.isEmpty { add("no data") { $0.patterned(.noData, $1, place.y - 9, 18, 11) } }
    }
}
