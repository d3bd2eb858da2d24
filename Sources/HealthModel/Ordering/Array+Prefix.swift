extension Array {
    /// How many elements come before the first that fails a test which all before it pass.
    func countOfPrefix(_ passes: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
