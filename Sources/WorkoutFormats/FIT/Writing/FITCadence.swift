/// A cadence as two fields: whole revolutions a minute and 128ths; both are missing where one does not fit.
struct FITCadence {
    private(set) var whole: Double?
    private(set) var fraction: Double?

    init(_ cadence: Double?) {
        guard let cadence, cadence >= 0 else { return }
        let parts = (cadence * 128).rounded()
        let revolutions = (parts / 128).rounded(.down)
        guard FITProfile.Record.cadence.bits(revolutions) != FITBaseType.uint8.invalidBits else { return }
        whole = revolutions
        fraction = parts / 128 - revolutions
    }
}
