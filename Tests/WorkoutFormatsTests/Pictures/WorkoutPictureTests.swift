import Foundation
import HealthModel
import Testing

@testable import WorkoutFormats

@Suite struct WorkoutPictureTests {
    private static let formats = [WorkoutFormat.svg, .html]

    private func document(_ hard: HardWorkouts, _ format: WorkoutFormat) throws -> MarkupDocument {
        try #require(MarkupDocument(format.bytes(of: hard.exported)))
    }

    @Test(
        "Every picture of a hard workout is well-formed, needs nothing from elsewhere and has finite places",
        arguments: HardWorkouts.allCases, formats)
    func wellFormed(hard: HardWorkouts, format: WorkoutFormat) throws {
        let document = try document(hard, format)
        #expect(document.elements.first?.name == format.rawValue)
        #expect(document.elements.first?.attributes["lang"] == "en")
        let identifiers = document.elements.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count)
        for element in document.elements {
            #expect(!["script", "image", "img", "link", "iframe", "foreignObject"].contains(element.name))
            #expect(element.attributes["href"] == nil && element.attributes["src"] == nil)
            for name in ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height"] {
                guard let text = element.attributes[name], text != "100%", element.name != "pattern" else {
                    continue
                }
                #expect(Double(text)?.isFinite == true)
            }
            if let fill = element.attributes["fill"] {
                let name = fill.replacing("url(#", with: "").replacing(")", with: "")
                #expect(identifiers.contains(name))
            }
            for path in [element.attributes["d"]].compactMap({ $0 }) {
                #expect(path.allSatisfy { "MLh0123456789. -".contains($0) })
            }
        }
    }

    @Test("Shares of each distribution add up to 100 %", arguments: HardWorkouts.allCases)
    func shares(hard: HardWorkouts) throws {
        let workout = try hard.exported.workout
        let expected = (workout.zoneGroupsByType ?? [:]).count
        let texts = try document(hard, .svg).elements
            .filter { $0.name == "text" && $0.text.hasSuffix(" %") && !$0.text.contains("bpm") }.map(\.text)
        let tenths = texts.map { Int($0.filter(\.isNumber)) ?? 0 }
        // Without any active time there are no shares.
        let total = workout.activeDuration > 0 ? 1000 * expected : 0
        #expect(tenths.reduce(0, +) == total)
        #expect(texts.isEmpty == (expected == 0))
    }

    @Test("Bars are as long as their zones lasted")
    func bars() throws {
        let exported = try HardWorkouts.ordinary.exported
        let group = try #require(exported.workout.zoneGroup(for: HKQuantityType(.heartRate)))
        let bars = try document(.ordinary, .svg).elements
            .filter { $0.attributes["class"]?.hasPrefix("bar ") == true }
        let widths = bars.prefix(5).compactMap { $0.attributes["width"] }.compactMap(Double.init)
        let durations = group.zoneDurations.map(\.duration)
        let longest = try #require(durations.max())
        let widest = try #require(widths.max())
        #expect(widths.count == 5)
        for (width, duration) in zip(widths, durations) {
            #expect(abs(width / widest - duration / longest) < 0.01)
        }
    }

    @Test("What was not measured has no chart, and a workout of nothing says when it was")
    func absent() throws {
        let withoutHeartRate = try document(.noHeartRate, .svg).texts("text")
        #expect(!withoutHeartRate.contains { $0.hasPrefix("Heart") })
        #expect(withoutHeartRate.contains("Power W"))
        let withoutPower = try document(.heartRateOnly, .svg).texts("text")
        #expect(withoutPower.contains("Heart rate bpm"))
        #expect(!withoutPower.contains { $0.contains("Power") || $0.contains("FTP") })
        for hard in [HardWorkouts.noLength, .nothingMeasured] {
            let document = try document(hard, .html)
            #expect(!document.elements.contains { $0.name == "svg" || $0.name == "table" })
            #expect(document.texts("h1") == ["Indoor cycling"])
        }
    }

    @Test(
        "Dates are local, in English and say where the clocks changed",
        arguments: [
            (.ordinary, "30 June 2026, 08:00 – 08:10 · Europe/Berlin"),
            (.midnight, "30 June 2026, 23:55 – 1 July 2026, 00:05 · Europe/Berlin"),
            (.summerTimeBegins, "29 March 2026, 01:55 – 03:05 (clocks changed) · Europe/Berlin"),
            (.summerTimeEnds, "25 October 2026, 02:55 – 02:05 (clocks changed) · Europe/Berlin"),
            (.newYear, "31 December 2026, 23:55 – 1 January 2027, 00:05 · Pacific/Auckland"),
            (.thirtyHours, "30 June 2026, 08:00 – 1 July 2026, 14:00 · Europe/Berlin"),
        ] as [(HardWorkouts, String)])
    func dates(hard: HardWorkouts, text: String) throws {
        #expect(try document(hard, .svg).texts("text").contains(text))
        #expect(try document(hard, .html).texts("p").contains(text))
    }

    @Test("Extremes are written as they were measured")
    func extremes() throws {
        #expect(try document(.strongestPower, .html).texts("td").contains("65535"))
        #expect(try document(.negativePower, .html).texts("td").contains("-40"))
        #expect(try document(.cadence300, .html).texts("td").contains("300"))
        let names = try document(.threeActivities, .html).elements.filter { $0.name == "th" }.map(\.text)
        #expect(["Swimming", "Cycling", "Running"].allSatisfy(names.contains))
        let laps = try document(.twoHundredLaps, .html).elements
            .filter { $0.name == "th" && $0.attributes["scope"] == "row" && Int($0.text) != nil }
        #expect(laps.last?.text == "201")
    }

    @Test("Names from outside are there, as text only")
    func names() throws {
        let emoji = try document(.emojiNames, .html)
        #expect(emoji.texts("bdi").contains("Zoë 🚴🏽‍♀️ 李"))
        #expect(emoji.texts("bdi").contains("❤️‍🔥 Gurt №1"))
        #expect(try document(.emojiNames, .svg).texts("text").contains("\u{2068}Zoë 🚴🏽‍♀️ 李\u{2069}"))
        let markup = try document(.markupInNames, .html)
        #expect(!markup.elements.contains { $0.name == "b" })
        #expect(markup.texts("bdi").contains { $0.hasPrefix("<b>]]>&amp;") })
        #expect(markup.texts("bdi").contains { $0.hasPrefix("<!--") })
    }

    @Test("Those who cannot see a picture are told what is in it", arguments: formats)
    func description(format: WorkoutFormat) throws {
        let document = try document(.ordinary, format)
        let pictures = document.elements.filter { $0.name == "svg" }
        #expect(pictures.count == (format == .svg ? 1 : 2))
        for picture in pictures {
            #expect(picture.attributes["role"] == "img")
            let references =
                picture.attributes["aria-labelledby"]?.split(separator: " ").map(String.init) ?? []
            let texts = references.compactMap { reference in
                document.elements.first { $0.attributes["id"] == reference }?.text
            }
            #expect(texts.count == 2)
            #expect(texts[0] == "Indoor cycling, 30 June 2026, 08:00 – 08:10")
            #expect(texts[1].contains("Heart-rate zones in bpm: zone 1, below 128: 0:0"))
            #expect(texts[1].contains("Active 0:09:00. Paused 0:01:00."))
        }
    }

    @Test("A simulated workout says so in every picture", arguments: formats)
    func simulated(format: WorkoutFormat) throws {
        let workout = try HardWorkouts.ordinary.exported.workout
        let simulated = HKWorkout(
            configuration: workout.workoutConfiguration, start: workout.startDate, end: workout.endDate,
            device: nil, metadata: [HKMetadataKeyPulsewattSimulated: true], events: [], activities: [],
            series: workout.series)
        let text = String(decoding: format.bytes(of: ExportedWorkout(simulated, rider: nil)), as: UTF8.self)
        #expect(text.contains(">SIMULATED<"))
        let ordinary = String(decoding: format.bytes(of: try HardWorkouts.ordinary.exported), as: UTF8.self)
        #expect(!ordinary.contains("SIMULATED"))
    }
}
