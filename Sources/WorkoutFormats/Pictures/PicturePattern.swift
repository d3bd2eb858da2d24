/// The patterns that pauses and missing data have, so that they are told apart without colour.
enum PicturePattern: String, CaseIterable {
    /// Slanting lines.
    case paused
    /// Dots.
    case noData = "no-data"

    /// The definition of the pattern under an identifier.
    func definition(identity: String) -> String {
        let opening =
            "<pattern id=\"\(identity)-\(rawValue)\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\""
        return switch self {
        case .paused:
            opening + " patternTransform=\"rotate(45)\"><rect class=\"ground\" width=\"6\" height=\"6\"/>"
                + "<rect class=\"mark\" width=\"1.5\" height=\"6\"/></pattern>\n"
        case .noData:
            opening + "><rect class=\"ground\" width=\"4\" height=\"4\"/>"
                + "<circle class=\"mark\" cx=\"2\" cy=\"2\" r=\".9\"/></pattern>\n"
        }
    }
}
