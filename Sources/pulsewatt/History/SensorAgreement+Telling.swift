import Bridge

extension SensorAgreement.Outcome {
    /// Tells on standard error what came of a change beside the change itself: each thing once.
    func tell(of file: KnownSensorsFile) {
        for sensor in putBack { StandardError.print("there was no \(file.path): \(sensor.putBackSentence)") }
        guard let databaseError else { return }
        StandardError.print(
            "\(databaseError) \(file.path) is written; the database follows it when the service starts or by "
                + "pulsewatt workouts reindex")
    }
}

extension KnownSensor {
    /// That the file has the sensor again, and what to do where nobody wants it.
    var putBackSentence: String {
        "Put back \(name ?? "sensor") \(address) of \(rider), which the database knows; "
            + "pulsewatt forget \(address) forgets it"
    }
}
