import HealthModel

/// Where everything in the chart of a curve lies, in units of the picture from the chart's upper left corner.
struct CurveGeometry {
    /// A zone's part of the chart.
    struct Band: Hashable {
        let zone: Int
        let top: Double
        let bottom: Double
    }

    /// A text and the place on its axis.
    struct Label: Hashable {
        let place: Double
        let text: String
    }

    let width: Double
    let height: Double
    /// The zones that the axis shows something of, lowest first; none without a configuration.
    let bands: [Band]
    let valueLabels: [Label]
    let timeLabels: [Label]
    /// From left to right.
    let pauses: [ClosedRange<Double>]
    /// Where nothing was measured though the workout was not paused; those too narrow to be seen are left out.
    let gaps: [ClosedRange<Double>]
    /// The beginnings of all laps but the first.
    let lapLines: [Double]
    /// The numbers of the laps in the middle of each, as many as there is room for.
    let lapLabels: [Label]
    /// The seconds, with the lowest and the highest of each unit of width.
    let trace: [[CurvePoint]]
    /// The means of half a minute around each second, where the curve is so restless that they are needed.
    let means: [[CurvePoint]]?

    /// Lays out a curve in a chart.
    ///
    /// - Parameters:
    ///   - curve: the curve.
    ///   - width: the width of the chart without the axes' labels.
    ///   - height: the height of the chart without the axes' labels.
    init(_ curve: WorkoutCurve, width: Double, height: Double) {
        self.width = width
        self.height = height
        let axis = curve.valueAxis(tickCount: max(5, Int(height / 28)))
        let seconds = Double(curve.elapsed) / 1e9
        func x(_ second: Double) -> Double { min(width, max(0, second / seconds * width)) }
        func x(at nanoseconds: Int64) -> Double { x(Double(nanoseconds) / 1e9) }
        func y(_ value: Double) -> Double { height * (1 - axis.share(of: value)) }

        bands = Self.bands(curve.configuration, axis: axis, y)
        valueLabels = axis.ticks.map { Label(place: y($0), text: NumberText.fixed($0, decimals: 0)) }
        timeLabels = TimeAxis(elapsed: curve.elapsed, tickCount: max(2, Int(width / 75))).ticks
            .map { Label(place: x(Double($0.seconds)), text: $0.text) }
        pauses = curve.pauses.map { x(at: $0.lowerBound)...x(at: $0.upperBound) }
        gaps = curve.gaps.map { x(at: $0.lowerBound)...x(at: $0.upperBound) }
            .filter { $0.upperBound - $0.lowerBound >= 1.5 }
        lapLines = curve.laps.dropFirst().map { x(at: $0.lowerBound) }
        lapLabels = Self.lapLabels(curve.laps.map { x(at: $0.lowerBound)...x(at: $0.upperBound) })

        let line = CurveLine(secondWidth: width / seconds, x: { x(Double($0) + 0.5) }, y: y)
        trace = line.runs(through: curve.means)
        let isRestless = curve.quantity == .cyclingPower && curve.means.count >= 10 * CurveLine.meanWindow
        means = isRestless ? line.runs(through: CurveLine.rollingMeans(curve.means)) : nil
    }

    private static func bands(
        _ configuration: HKWorkoutZoneConfiguration?, axis: ValueAxis, _ y: (Double) -> Double
    ) -> [Band] {
        guard let edges = configuration?.boundaries.edges else { return [] }
        return (0...edges.count).compactMap { zone in
            let lower = zone > 0 ? max(axis.lower, edges[zone - 1]) : axis.lower
            let upper = zone < edges.count ? min(axis.upper, edges[zone]) : axis.upper
            return lower < upper ? Band(zone: zone, top: y(upper), bottom: y(lower)) : nil
        }
    }

    /// Numbers laps; where they are narrower than their numbers only every second, fifth, tenth and so on has its own.
    private static func lapLabels(_ laps: [ClosedRange<Double>]) -> [Label] {
        let room = 8 + 7 * Double(String(laps.count).count)
        for step in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
            let labels = laps.indices.filter { ($0 + 1) % step == 0 }.map {
                Label(place: (laps[$0].lowerBound + laps[$0].upperBound) / 2, text: "\($0 + 1)")
            }
            if zip(labels, labels.dropFirst()).allSatisfy({ $1.place - $0.place >= room }) { return labels }
        }
        return []
    }
}
