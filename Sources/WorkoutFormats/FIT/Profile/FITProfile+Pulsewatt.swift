extension FITProfile {
    /// Pulsewatt's own messages: what a workout knows and FIT's own messages cannot say.
    ///
    /// docs/fit.md describes them. The numbers are of the range that the profile leaves to manufacturers; a reader passes over what it does not know.
    enum Pulsewatt {
        /// The workout itself.
        enum Workout {
            static let message: UInt16 = 0xFF00
            /// What these messages are; two files with the same text are read alike.
            static let format = FITField(0, .string)
            static let identifier = FITField(1, .byte)
            /// Seconds since 2001-01-01 00:00 UTC, as Foundation counts them.
            static let start = FITField(2, .float64)
            static let elapsed = FITInstant(firstField: 3)
            static let activityType = FITField(5, .uint16)
            static let indoor = FITField(6, .enumeration)
            static let timeZone = FITField(7, .string)
            static let simulated = FITField(8, .enumeration)
            static let thresholdPower = FITField(9, .float64)

            static let currentFormat = "pulsewatt.workout 1"
        }

        /// A stretch of one quantity's samples, or of heartbeats.
        enum Samples {
            static let message: UInt16 = 0xFF01
            static let quantity = FITField(0, .enumeration)
            /// When the first sample was taken.
            static let first = FITInstant(firstField: 1)
            /// From each sample to the next, in nanoseconds; one fewer than there are samples.
            static let distances = FITField(3, .uint32)
            /// Values, where all of them are whole numbers that fit.
            static let wholeValues = FITField(4, .uint16)
            /// Values, where they are not.
            static let values = FITField(5, .float64)
            /// How long each sample lasts by itself, in nanoseconds, where any does: seconds, then the rest.
            static let durationSeconds = FITField(6, .uint32)
            static let durationNanoseconds = FITField(7, .uint32)
            /// Whether beats may be missing before the first of a stretch of heartbeats.
            static let precededByGap = FITField(8, .enumeration)
        }

        /// A pause, to the nanosecond.
        enum Pause {
            static let message: UInt16 = 0xFF02
            static let interval = FITInterval(firstField: 0)
        }

        /// A sensor, with what device_info has no field for.
        enum Sensor {
            static let message: UInt16 = 0xFF03
            static let address = FITField(0, .string)
            static let name = FITField(1, .string)
            static let manufacturer = FITField(2, .string)
            static let model = FITField(3, .string)
            static let serial = FITField(4, .string)
            static let firmware = FITField(5, .string)
            static let bodyLocation = FITField(6, .string)
            static let batteryPercent = FITField(7, .uint8)
            /// The quantities that it measured, by their numbers.
            static let provides = FITField(8, .enumeration)
        }

        /// The zones of a quantity, with their edges as they are.
        enum Zones {
            static let message: UInt16 = 0xFF04
            static let quantity = FITField(0, .enumeration)
            static let source = FITField(1, .enumeration)
            static let edges = FITField(2, .float64)

            static let system = 0
            static let user = 1
            static let app = 2
        }

        /// An activity of a workout that has several.
        enum Activity {
            static let message: UInt16 = 0xFF05
            static let activityType = FITField(0, .uint16)
            static let interval = FITInterval(firstField: 1)
        }

        /// An event of the workout.
        enum Event {
            static let message: UInt16 = 0xFF06
            static let type = FITField(0, .uint16)
            /// What happened, on a marker.
            static let name = FITField(1, .string)
            /// The address of the sensor that it is about.
            static let sensor = FITField(2, .string)
            static let interval = FITInterval(firstField: 3)
        }
    }
}
