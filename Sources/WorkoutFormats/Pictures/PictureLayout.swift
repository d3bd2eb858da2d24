/// Blocks below and beside each other.
struct PictureLayout {
    /// What lies between two blocks.
    private static let gap = 30.0

    private var rows: [[(x: Double, block: any PictureBlock)]] = []

    /// Adds blocks side by side, each with the place of its left edge.
    mutating func add(_ blocks: [(x: Double, block: any PictureBlock)]) {
        if !blocks.isEmpty { rows.append(blocks) }
    }

    /// Adds a block of the whole width.
    mutating func add(_ block: (any PictureBlock)?) {
        if let block { add([(0, block)]) }
    }

    private static func height(_ row: [(x: Double, block: any PictureBlock)]) -> Double {
        row.map(\.block.height).max() ?? 0
    }

    /// The height of everything.
    var height: Double {
        rows.map(Self.height).reduce(0, +) + Self.gap * Double(max(0, rows.count - 1))
    }

    /// Draws everything with its upper left corner at a place.
    func draw(into writer: inout SVGWriter, x: Double, y: Double) {
        var top = y
        for row in rows {
            for (left, block) in row { block.draw(into: &writer, x: x + left, y: top) }
            top += Self.height(row) + Self.gap
        }
    }
}
