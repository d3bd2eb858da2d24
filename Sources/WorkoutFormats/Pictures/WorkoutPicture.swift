import HealthModel

/// A workout as one picture: zones, curves, power curve and what it amounted to.
///
/// The same workout gives the same bytes. Measures are in units of CSS pixels; text needs no font of its own.
struct WorkoutPicture {
    private static let wide = 920.0
    private static let narrow = 358.0
    private static let margin = 28.0
    private static let columnGap = 40.0

    private let exported: ExportedWorkout
    private let figures: WorkoutFigures
    private let distributions: [ZoneDistribution]
    private let curves: [WorkoutCurve]
    private let powerCurve: PowerCurve?

    /// Takes a finished workout.
    init(_ exported: ExportedWorkout) {
        let workout = exported.workout
        self.exported = exported
        figures = WorkoutFigures(exported)
        let quantities = [PublishedQuantity.heartRate, .cyclingPower]
        distributions = quantities.compactMap { workout.zoneGroup(for: $0.type) }
            .map { ZoneDistribution($0, pausedDuration: workout.pausedDuration) }
        curves = quantities.compactMap { WorkoutCurve(workout, $0) }
        powerCurve = workout.series.powerCurve()
    }

    /// A picture that stands alone.
    var standalone: String {
        var layout = PictureLayout()
        layout.add(HeaderBlock(figures: figures, width: Self.wide))
        layout.add(FiguresBlock(figures.figures, width: Self.wide))
        addCharts(to: &layout, isWide: true, withSummary: true)
        var writer = SVGWriter(identity: "pulsewatt")
        layout.draw(into: &writer, x: Self.margin, y: Self.margin)
        let (width, height) = (Self.wide + 2 * Self.margin, layout.height + 2 * Self.margin)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + svg(
                writer, width: width, height: height,
                ground:
                    "<style>\n\(PictureStyle.sheet)</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n",
                attributes:
                    " width=\"\(SVGWriter.coordinate(width))\" height=\"\(SVGWriter.coordinate(height))\"")
    }

    /// The charts alone, for a page that has a style sheet and its own text; nil where there is nothing to draw.
    func charts(isWide: Bool) -> String? {
        var layout = PictureLayout()
        addCharts(to: &layout, isWide: isWide, withSummary: false)
        guard layout.height > 0 else { return nil }
        let name = isWide ? "wide" : "narrow"
        var writer = SVGWriter(identity: "pulsewatt-\(name)")
        layout.draw(into: &writer, x: 0, y: 2)
        return svg(
            writer, width: isWide ? Self.wide : Self.narrow, height: layout.height + 6, ground: "",
            attributes: "", style: " \(name)")
    }

    private func addCharts(to layout: inout PictureLayout, isWide: Bool, withSummary: Bool) {
        let width = isWide ? Self.wide : Self.narrow
        let half = (width - Self.columnGap) / 2
        let bars = distributions.map { ZoneBarsBlock($0, width: isWide ? half : width) }
        if isWide {
            layout.add(bars.enumerated().map { (Double($0) * (half + Self.columnGap), $1) })
        } else {
            for bar in bars { layout.add(bar) }
        }
        for curve in curves {
            layout.add(
                CurveBlock(
                    curve, exported.workout.statistics(for: curve.quantity.type), width: width,
                    chartHeight: isWide ? 170 : 130))
        }
        let summaryWidth = 340.0
        let best = powerCurve.map {
            PowerCurveBlock(
                $0, threshold: exported.functionalThresholdPower,
                width: withSummary ? width - summaryWidth - Self.columnGap : width,
                chartHeight: isWide ? 170 : 130)
        }
        var last: [(x: Double, block: any PictureBlock)] = best.map { [(0, $0)] } ?? []
        if withSummary, !figures.rows.isEmpty {
            last.append(
                (
                    best == nil ? 0 : width - summaryWidth,
                    StatisticsBlock(rows: figures.rows, width: summaryWidth)
                ))
        }
        layout.add(last)
    }

    private func svg(
        _ writer: SVGWriter, width: Double, height: Double, ground: String, attributes: String,
        style: String = ""
    ) -> String {
        let identity = writer.identity
        let patterns = PicturePattern.allCases.map { $0.definition(identity: identity) }.joined()
        let description = MarkupText.escaped(figures.description(distributions))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" class="pulsewatt\(style)" role="img" lang="en" \
            aria-labelledby="\(identity)-title \(identity)-description"\(attributes) \
            viewBox="0 0 \(SVGWriter.coordinate(width)) \(SVGWriter.coordinate(height))">
            <title id="\(identity)-title">\(MarkupText.escaped("\(figures.title), \(figures.when)"))</title>
            <desc id="\(identity)-description">\(description)</desc>
            \(ground)<defs>
            \(patterns)</defs>
            \(writer.text)</svg>

            """
    }
}
