/// A part of a picture that knows its height before it is drawn.
protocol PictureBlock {
    /// How much of the picture's height it takes, in units of the picture.
    var height: Double { get }

    /// Draws the part with its upper left corner at a place.
    func draw(into writer: inout SVGWriter, x: Double, y: Double)
}
