/// What the service tells the health databases of its riders' sensors: at its start and after a workout.
///
/// Only the file must be written. A database that refuses is asked again at the next workout, and a person is told once.
struct SensorKeeping {
    private let agreement: SensorAgreement
    /// Why the database did not take the sensors last, so that a person is not told the same at each workout.
    private var refusal: String?

    /// Keeps to an agreement; nothing is read or written yet.
    init(_ agreement: SensorAgreement) {
        self.agreement = agreement
    }

    /// Has the databases follow what nobody could tell them, and says where they alone know sensors.
    mutating func start(log: (String) -> Void) async {
        await store(of: nil, log: log)
        guard let count = try? await agreement.countWithoutFile(), count > 0 else { return }
        log(
            "there is no \(agreement.file.path), but the database knows \(count) sensor\(count == 1 ? "" : "s"): "
                + "pulsewatt workouts reindex makes the file of the database")
    }

    /// Has the database of a rider, or of all, say what the file says.
    mutating func store(of rider: String?, log: (String) -> Void) async {
        do {
            let changes = try await agreement.follow(only: rider)
            refusal = nil
            for change in changes where !change.removed.isEmpty { log("\(change)") }
        } catch is FileError {
            // Whoever reads or changes the file for the service tells of it.
        } catch {
            if refusal != "\(error)" {
                log(
                    "\(error) The sensors are in \(agreement.file.path), and in the database after the next workout, at "
                        + "the next start or by pulsewatt workouts reindex")
            }
            refusal = "\(error)"
        }
    }
}
