/// A table of what each quantity amounted to.
struct StatisticsBlock: PictureBlock {
    private static let rowHeight = 25.0
    private static let headingHeight = 30.0

    let rows: [WorkoutFigures.Row]
    let width: Double

    var height: Double { Self.headingHeight + Double(rows.count + 1) * Self.rowHeight }

    func draw(into writer: inout SVGWriter, x: Double, y: Double) {
        writer.label("heading", "Summary", at: (x, y + 14))
        let columns = [2, 1, 0].map { x + width - Double($0) * 76 }
        let top = y + Self.headingHeight
        for (name, column) in zip(["average", "minimum", "maximum"], columns) {
            writer.label("small muted", name, at: (column, top + 14), .end)
        }
        for (index, row) in rows.enumerated() {
            let line = top + Double(index + 1) * Self.rowHeight
            writer.line("grid", from: (x, line), to: (x + width, line))
            writer.label("plain", row.name, unit: row.unit, "unit", at: (x, line + 17))
            for (value, column) in zip([row.average, row.minimum, row.maximum], columns) {
                writer.label("strong", value ?? "–", at: (column, line + 17), .end)
            }
        }
    }
}
