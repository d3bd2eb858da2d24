/// How the text of a ``JSONValue`` is laid out; each layout gives the same bytes for the same value.
package enum JSONLayout: Sendable {
    /// Everything on one line without any space, one value a line of output.
    case line
    /// For people: two spaces a level, arrays of scalars and small objects on one line.
    ///
    /// An object is small when it holds scalars and arrays of scalars only, is not the document itself and
    /// takes at most 100 bytes on its line, without its key and indentation.
    case document
}
