/// The title of a picture: what was done, when and by whom.
struct HeaderBlock: PictureBlock {
    private static let longestName = 40

    let figures: WorkoutFigures
    let width: Double

    var height: Double { 52 }

    func draw(into writer: inout SVGWriter, x: Double, y: Double) {
        writer.label("title", figures.title, at: (x, y + 22))
        writer.label("muted", "\(figures.when) · \(figures.timeZone)", at: (x, y + 46))
        if let rider = figures.rider {
            let name = MarkupText.isolated(MarkupText.shortened(rider, to: Self.longestName))
            writer.label("heading", name, at: (x + width, y + 20), .end)
        }
        if figures.isSimulated {
            writer.label("small strong", "SIMULATED", at: (x + width - 10, y + 46), .end)
            writer.rectangle("badge", x + width - 92, y + 33, 92, 19)
        }
    }
}
