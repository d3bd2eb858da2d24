/// A table of a page: the first cell of each row names the row.
struct HTMLTable {
    /// What stands in a cell.
    struct Cell {
        /// The content, escaped.
        let markup: String

        /// Makes a cell; a missing text shows as a dash.
        init(_ text: String?) {
            markup = MarkupText.escaped(text ?? "–")
        }

        /// Makes a cell of a name from outside, in whatever script it is, over more of the kind.
        init(name: String, detail: String) {
            let small = detail.isEmpty ? "" : " <small><bdi>\(MarkupText.escaped(detail))</bdi></small>"
            markup = "<bdi>\(MarkupText.escaped(name))</bdi>\(small)"
        }
    }

    let caption: String
    let columns: [String]
    private(set) var rows: [[Cell]] = []

    init(_ caption: String, columns: [String]) {
        self.caption = caption
        self.columns = columns
    }

    /// Adds a row of as many cells as there are columns.
    mutating func add(_ cells: [Cell]) {
        rows.append(cells)
    }

    /// The table as HTML, in a frame that scrolls where it is too wide; nothing where there are no rows.
    var markup: String {
        guard !rows.isEmpty else { return "" }
        let caption = MarkupText.escaped(caption)
        let heads = columns.map { "<th scope=\"col\">\(MarkupText.escaped($0))</th>" }.joined()
        let body = rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == 0 ? "<th scope=\"row\">\(cell.markup)</th>" : "<td>\(cell.markup)</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        return """
            <div class="table" role="region" aria-label="\(caption)" tabindex="0">
            <table>
            <caption>\(caption)</caption>
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(body.joined())</tbody>
            </table>
            </div>

            """
    }
}
