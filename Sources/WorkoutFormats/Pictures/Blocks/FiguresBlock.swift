/// The figures that sum a workout up, side by side.
struct FiguresBlock: PictureBlock {
    private static let rowHeight = 50.0
    private static let leastWidth = 112.0

    let figures: [WorkoutFigures.Figure]
    private let columnWidth: Double
    private let columnCount: Int

    init(_ figures: [WorkoutFigures.Figure], width: Double) {
        self.figures = figures
        let most = max(1, Int(width / Self.leastWidth))
        // As many rows as are needed, all as full as they can be.
        let rowCount = max(1, (figures.count + most - 1) / most)
        columnCount = max(1, (figures.count + rowCount - 1) / rowCount)
        columnWidth = width / Double(columnCount)
    }

    var height: Double { Double((figures.count + columnCount - 1) / columnCount) * Self.rowHeight - 4 }

    func draw(into writer: inout SVGWriter, x: Double, y: Double) {
        for (index, figure) in figures.enumerated() {
            let left = x + Double(index % columnCount) * columnWidth
            let top = y + Double(index / columnCount) * Self.rowHeight
            writer.label("small muted", figure.name, at: (left, top + 12))
            writer.label("figure", figure.value, unit: figure.unit, "unit", at: (left, top + 37))
        }
    }
}
