import Foundation
import HealthModel

/// A workout as one page of HTML with its pictures inside: it needs no script and nothing from elsewhere.
///
/// It is well-formed XML as well, so that any reader can check it. The charts are there twice, for wide and for narrow screens, because shrunk text cannot be read; one is shown.
struct WorkoutPage {
    private let exported: ExportedWorkout
    private let figures: WorkoutFigures

    /// Takes a finished workout.
    init(_ exported: ExportedWorkout) {
        self.exported = exported
        figures = WorkoutFigures(exported)
    }

    /// The page, which ends with a line feed.
    var markup: String {
        let picture = WorkoutPicture(exported)
        let charts = [true, false].compactMap(picture.charts).joined()
        let tables = WorkoutTables(exported, figures)
        let title = MarkupText.escaped("\(figures.title), \(figures.when)")
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width,initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <title>\(title)</title>
            <style>
            \(PageStyle.sheet)\(PictureStyle.sheet)</style>
            </head>
            <body>
            <main>
            \(header)\(list)\(charts)\(tables.markup)            <footer>Written by Pulsewatt · \(MarkupText.escaped(exported.workout.uuid.uuidString.lowercased()))</footer>
            </main>
            </body>
            </html>

            """
    }

    private var header: String {
        let rider =
            figures.rider.map { "<p class=\"rider\"><bdi>\(MarkupText.escaped($0))</bdi></p>\n" } ?? ""
        let simulated = figures.isSimulated ? "<p><span class=\"simulated\">SIMULATED</span></p>\n" : ""
        return """
            <header>
            <div>
            <h1>\(MarkupText.escaped(figures.title))</h1>
            <p class="muted">\(MarkupText.escaped("\(figures.when) · \(figures.timeZone)"))</p>
            </div>
            <div>
            \(rider)\(simulated)</div>
            </header>

            """
    }

    private var list: String {
        let items = figures.figures.map { figure in
            let unit = figure.unit.isEmpty ? "" : " <small>\(MarkupText.escaped(figure.unit))</small>"
            return
                "<div><dt>\(MarkupText.escaped(figure.name))</dt><dd>\(MarkupText.escaped(figure.value))\(unit)</dd></div>\n"
        }
        return "<dl>\n\(items.joined())</dl>\n"
    }
}
