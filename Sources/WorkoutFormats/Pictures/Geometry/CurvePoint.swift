/// A point of a chart, in units of the picture from the chart's upper left corner.
struct CurvePoint: Hashable {
    let x: Double
    let y: Double
}
