import HealthModel

/// The best power over durations from five seconds to an hour.
struct PowerCurveBlock: PictureBlock {
    private static let headingHeight = 30.0
    private static let labelHeight = 20.0
    private static let leftMargin = 46.0

    private let geometry: PowerCurveGeometry

    /// Lays out a power curve.
    ///
    /// - Parameters:
    ///   - curve: the best power of each duration.
    ///   - threshold: functional threshold power in watts, if it is known.
    ///   - width: the width with the axis' labels.
    ///   - chartHeight: the height of the chart alone.
    init(_ curve: PowerCurve, threshold: Double?, width: Double, chartHeight: Double) {
        geometry = PowerCurveGeometry(
            curve, threshold: threshold, width: width - Self.leftMargin, height: chartHeight)
    }

    var height: Double { Self.headingHeight + geometry.height + Self.labelHeight }

    func draw(into writer: inout SVGWriter, x: Double, y: Double) {
        writer.label("heading", "Power curve", unit: "W, best mean over a time", "unit", at: (x, y + 14))
        let origin = (x: x + Self.leftMargin, y: y + Self.headingHeight)
        let right = origin.x + geometry.width
        let bottom = origin.y + geometry.height
        for label in geometry.valueLabels {
            writer.line("grid", from: (origin.x, origin.y + label.place), to: (right, origin.y + label.place))
            writer.label("small muted", label.text, at: (origin.x - 8, origin.y + label.place + 4), .end)
        }
        for label in geometry.durationLabels {
            writer.label("small muted", label.text, at: (origin.x + label.place, bottom + 16), .middle)
        }
        if let threshold = geometry.threshold {
            let y = origin.y + threshold.place
            writer.line("threshold", from: (origin.x, y), to: (right, y))
            writer.label("small muted halo", threshold.text, at: (origin.x + 4, y - 5))
        }
        writer.path("curve", [geometry.points], at: origin)
        for point in geometry.points {
            writer.dot("dot", at: (origin.x + point.x, origin.y + point.y), radius: 3)
        }
        for label in geometry.pointLabels {
            // Above and right of its point: there the curve never goes, because it falls.
            writer.label(
                "strong halo", label.text, at: (origin.x + label.point.x + 5, origin.y + label.point.y - 6))
        }
    }
}
