import Foundation
import HealthModel

/// Where everything in the chart of a power curve lies, from the chart's upper left corner.
///
/// Durations are spread by their logarithm, because a sprint differs from a minute as a minute does from an hour.
struct PowerCurveGeometry {
    let width: Double
    let height: Double
    let points: [CurvePoint]
    /// The power at each point, as many as there is room for.
    let pointLabels: [(point: CurvePoint, text: String)]
    let valueLabels: [CurveGeometry.Label]
    let durationLabels: [CurveGeometry.Label]
    /// The height of the threshold power, if it is known and on the axis.
    let threshold: Double?
    /// What is written at it, with its baseline where the curve leaves most room.
    let thresholdLabel: (place: CurvePoint, text: String)?

    /// Lays out a power curve in a chart.
    ///
    /// - Parameters:
    ///   - curve: the best power of each duration.
    ///   - threshold: functional threshold power in watts.
    ///   - width: the width of the chart without the axes' labels.
    ///   - height: the height of the chart without the axes' labels.
    init(_ curve: PowerCurve, threshold: Double?, width: Double, height: Double) {
        self.width = width
        self.height = height
        let powers = curve.bests.map(\.power)
        let most = max(0, powers.max() ?? 0)
        // Room above the highest point for its own label.
        let axis = ValueAxis(
            covering: min(0, powers.min() ?? 0)...max(most * 1.12, 1), tickCount: max(4, Int(height / 32)))
        let shortest = log(Double(PowerCurve.durations[0]))
        let span = log(Double(PowerCurve.durations[PowerCurve.durations.count - 1])) - shortest
        let texts = curve.bests.map { NumberText.fixed($0.power, decimals: 0) }
        let textWidth = 7.7 * Double(texts.map(\.count).max() ?? 0)
        // The first and the last duration have their texts below, the last also its power on the right.
        let inset = (left: 18.0, right: max(18, textWidth + 10))
        func x(_ duration: Int) -> Double {
            inset.left + (log(Double(duration)) - shortest) / span * (width - inset.left - inset.right)
        }
        func y(_ power: Double) -> Double { height * (1 - axis.share(of: power)) }

        let points = curve.bests.map { CurvePoint(x: x($0.duration), y: y($0.power)) }
        self.points = points
        valueLabels = axis.ticks.map { .init(place: y($0), text: NumberText.fixed($0, decimals: 0)) }
        var labelled: [(CurvePoint, String)] = []
        for (point, text) in zip(points, texts)
        where point.x - (labelled.last?.0.x ?? -.infinity) >= textWidth + 8 {
            labelled.append((point, text))
        }
        pointLabels = labelled
        var durations: [CurveGeometry.Label] = []
        for duration in PowerCurve.durations {
            let label = CurveGeometry.Label(place: x(duration), text: Self.text(duration))
            if label.place - (durations.last?.place ?? -.infinity) >= 48 { durations.append(label) }
        }
        durationLabels = durations
        guard let watts = threshold, (axis.lower...axis.upper).contains(watts) else {
            self.threshold = nil
            thresholdLabel = nil
            return
        }
        let line = y(watts)
        let text = "FTP " + NumberText.short(watts) + " W"
        let length = 7 * Double(text.count)
        let places = [4, width - length - 4].flatMap { x in
            [line - 5, line + 13].filter { $0 < height }.map { CurvePoint(x: x, y: $0) }
        }
        let room = places.map { place in
            Self.room(
                around: CurvePoint(x: place.x + length / 2, y: place.y - 4), halfWidth: length / 2 + 8, points
            )
        }
        let best = room.indices.max { room[$0] < room[$1] } ?? 0
        self.threshold = line
        thresholdLabel = (places[best], text)
    }

    /// How far the curve stays above or below a place over some width; 0 where it crosses it.
    private static func room(around place: CurvePoint, halfWidth: Double, _ points: [CurvePoint]) -> Double {
        var heights = points.filter { abs($0.x - place.x) <= halfWidth }.map(\.y)
        for (left, right) in zip(points, points.dropFirst()) {
            for x in [place.x - halfWidth, place.x + halfWidth] where left.x < x && x < right.x {
                heights.append(left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x))
            }
        }
        guard let top = heights.min(), let bottom = heights.max() else { return .infinity }
        // A power is written above its point, so what is above the place is nearer than it looks.
        return max(0, place.y < top ? top - 18 - place.y : place.y - bottom)
    }

    /// A duration such as `30 s`, `20 min` or `1 h`.
    static func text(_ seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        return seconds < 3600 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    }
}
