import HealthModel

extension SampleOrder {
    /// The order as a term of SQL, over the columns of the table of samples.
    var term: String {
        let column =
            switch key {
            case .start: "start_date"
            case .end: "end_date"
            case .storing: "anchor"
            }
        return isReverse ? column + " DESC" : column
    }
}
