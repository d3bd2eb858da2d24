/// The zones with a bar, the time and the share of each.
struct ZoneBarsBlock: PictureBlock {
    private static let rowHeight = 24.0
    private static let barHeight = 14.0
    private static let headingHeight = 28.0
    /// About the widest that a digit of the small fonts is.
    private static let digitWidth = 7.7

    let distribution: ZoneDistribution
    let width: Double

    init(_ distribution: ZoneDistribution, width: Double) {
        self.distribution = distribution
        self.width = width
    }

    var height: Double { Self.headingHeight + Double(distribution.rows.count) * Self.rowHeight }

    func draw(into writer: inout SVGWriter, x: Double, y: Double) {
        let (title, unit) = distribution.heading
        writer.label("heading", title, unit: unit, "unit", at: (x, y + 14))
        let rows = distribution.rows
        let times = rows.map { NumberText.clock($0.seconds) }
        let shareWidth = 7 * Self.digitWidth
        let timeWidth = Double(times.map(\.count).max() ?? 0) * Self.digitWidth
        let barStart = 30 + Double(rows.map(\.label.count).max() ?? 0) * Self.digitWidth + 4
        let barWidth = max(0, width - barStart - shareWidth - timeWidth - 20)
        let longest = rows.filter { $0.tenthsOfPercent != nil }.map(\.duration).max() ?? 0

        for (index, row) in rows.enumerated() {
            let top = y + Self.headingHeight + Double(index) * Self.rowHeight
            let base = top + Self.rowHeight / 2 + 4
            if let zone = row.zone { writer.label("strong", "Z\(zone + 1)", at: (x, base)) }
            writer.label("muted", row.label, at: (x + 30, base))
            let bar = (x: x + barStart, y: top + (Self.rowHeight - Self.barHeight) / 2)
            if let share = row.tenthsOfPercent {
                let length = row.duration > 0 ? max(1, barWidth * Double(row.duration) / Double(longest)) : 0
                if let zone = row.zone {
                    let style = PictureStyle.zone(zone, of: distribution.zoneCount)
                    writer.rectangle("bar \(style)", bar.x, bar.y, length, Self.barHeight)
                } else {
                    writer.patterned(.noData, bar.x, bar.y, length, Self.barHeight)
                }
                writer.label("strong", NumberText.percentage(tenths: share), at: (x + width, base), .end)
            }
            writer.label("muted", times[index], at: (x + width - shareWidth - 8, base), .end)
        }
    }
}
