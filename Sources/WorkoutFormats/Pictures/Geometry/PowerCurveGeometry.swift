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
    /// The threshold power, if it is known and on the axis.
    let threshold: CurveGeometry.Label?

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

        points = curve.bests.map { CurvePoint(x: x($0.duration), y: y($0.power)) }
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
        self.threshold = threshold.flatMap {
            (axis.lower...axis.upper).contains($0)
                ? .init(place: y($0), text: "FTP " + NumberText.short($0) + " W") : nil
        }
    }

    /// A duration such as `30 s`, `20 min` or `1 h`.
    static func text(_ seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        return seconds < 3600 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    }
}
