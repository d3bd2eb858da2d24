import Testing
import WorkoutFormats

@testable import pulsewatt

@Suite struct DecodeTests {
    private func lines(_ uuid: String, _ packets: String...) throws -> [String] {
        try PacketExplanation.explain(uuid: uuid, packets: packets).map { $0.text(.line) }
    }

    @Test(
        "A heart-rate packet is explained in the published shape",
        arguments: [
            (
                "164B2A03",
                #"{"characteristic":"heart_rate_measurement","heart_rate_bpm":75,"sensor_contact":"detected","#
                    + #""energy_expended_kj":null,"rr_intervals_ms":[791.015625],"surplus_bytes":0}"#
            ),
            (
                "1E5A2C019A02A002",
                #"{"characteristic":"heart_rate_measurement","heart_rate_bpm":90,"sensor_contact":"detected","#
                    + #""energy_expended_kj":300,"rr_intervals_ms":[650.390625,656.25],"surplus_bytes":0}"#
            ),
            (
                "0400",
                #"{"characteristic":"heart_rate_measurement","heart_rate_bpm":null,"#
                    + #""sensor_contact":"not_detected","energy_expended_kj":null,"rr_intervals_ms":[],"#
                    + #""surplus_bytes":0}"#
            ),
            (
                "023C99",
                #"{"characteristic":"heart_rate_measurement","heart_rate_bpm":60,"#
                    + #""sensor_contact":"unsupported","energy_expended_kj":null,"rr_intervals_ms":[],"#
                    + #""surplus_bytes":1}"#
            ),
        ])
    func heartRate(hex: String, expected: String) throws {
        #expect(try lines("2a37", hex) == [expected])
    }

    @Test("A power packet with every field is explained in the published shape and order")
    func everyPowerField() throws {
        let packet = """
            FF1F FA00 68 4006 E8030000 0010 F401 0008 2C01 ECFF 4006 E0FF 5AE010 0500 B600 7800
            """
        let expected =
            #"{"characteristic":"cycling_power_measurement","power_w":250,"pedal_power_balance_percent":52.0,"#
            + #""pedal_power_balance_reference":"left","accumulated_torque_nm":50.0,"#
            + #""accumulated_torque_source":"crank","cumulative_wheel_revolutions":1000,"#
            + #""last_wheel_event_s":2.0,"cumulative_crank_revolutions":500,"last_crank_event_s":2.0,"#
            + #""maximum_force_n":300,"minimum_force_n":-20,"maximum_torque_nm":50.0,"minimum_torque_nm":-1.0,"#
            + #""maximum_angle_degrees":90,"minimum_angle_degrees":270,"top_dead_spot_angle_degrees":5,"#
            + #""bottom_dead_spot_angle_degrees":182,"accumulated_energy_kj":120,"#
            + #""offset_compensation_indicator":true,"truncated":false,"surplus_bytes":0}"#
        #expect(try lines("2A63", packet) == [expected])
    }

    @Test("A power packet without fields names each of them as missing, and one cut short says so")
    func noPowerField() throws {
        let missing =
            #""pedal_power_balance_percent":null,"pedal_power_balance_reference":null,"#
            + #""accumulated_torque_nm":null,"accumulated_torque_source":null,"#
            + #""cumulative_wheel_revolutions":null,"last_wheel_event_s":null,"#
            + #""cumulative_crank_revolutions":null,"last_crank_event_s":null,"maximum_force_n":null,"#
            + #""minimum_force_n":null,"maximum_torque_nm":null,"minimum_torque_nm":null,"#
            + #""maximum_angle_degrees":null,"minimum_angle_degrees":null,"top_dead_spot_angle_degrees":null,"#
            + #""bottom_dead_spot_angle_degrees":null,"accumulated_energy_kj":null,"#
            + #""offset_compensation_indicator":false,"#
        let start = #"{"characteristic":"cycling_power_measurement","power_w":-10,"# + missing
        #expect(try lines("2a63", "0000F6FF") == [start + #""truncated":false,"surplus_bytes":0}"#])
        // The crank flag, and three of its four bytes.
        #expect(try lines("2a63", "2000F6FF010203") == [start + #""truncated":true,"surplus_bytes":3}"#])
    }

    @Test("The second packet of a sensor has rates, which the first cannot have")
    func rates() throws {
        let cadence = try lines("2a63", "2C0000009F000C00E542", "2C000000DF002B0039F6")
        #expect(!cadence[0].contains("rpm"))
        #expect(cadence[0].contains(#""last_crank_event_s":16.7236328125,"#))
        // 31 x 60 x 1024 / 45908 ticks
        #expect(cadence[1].contains(#","crank_cadence_rpm":41.488"#))
        #expect(cadence[1].hasSuffix(#","wheel_rpm":null}"#))

        let wheel = try lines("2a63", "30008800A25E0100AF1D4B63967F", "30008C00A45E010083264B63967F")
        #expect(wheel[1].contains(#""crank_cadence_rpm":null,"wheel_rpm":108.743"#))

        let rollover = try lines("2a63", "20000000FFFFFFFF", "20002D000000B707", "20002D000000B707")
        // 61440 / 1976 ticks; the third packet repeats the second.
        #expect(rollover[1].contains(#""crank_cadence_rpm":31.093"#))
        #expect(rollover[2].contains(#""crank_cadence_rpm":null,"wheel_rpm":null}"#))
    }

    @Test(
        "The smaller characteristics are explained in the same spirit",
        arguments: [
            (
                "2a38", "01",
                #"{"characteristic":"body_sensor_location","location":"chest","raw_value":1,"surplus_bytes":0}"#
            ),
            (
                "2a38", "05FF",
                #"{"characteristic":"body_sensor_location","location":"ear_lobe","raw_value":5,"surplus_bytes":1}"#
            ),
            (
                "2a38", "07",
                #"{"characteristic":"body_sensor_location","location":null,"raw_value":7,"surplus_bytes":0}"#
            ),
            (
                "2a5d", "05",
                #"{"characteristic":"sensor_location","location":"left_crank","raw_value":5,"surplus_bytes":0}"#
            ),
            (
                "2a19", "57",
                #"{"characteristic":"battery_level","battery_level_percent":87,"surplus_bytes":0}"#
            ),
            (
                "2a19", "FF",
                #"{"characteristic":"battery_level","battery_level_percent":null,"surplus_bytes":0}"#
            ),
            ("2a29", "506F6C617200", #"{"characteristic":"manufacturer_name_string","text":"Polar"}"#),
            ("2a24", "48FF30", "{\"characteristic\":\"model_number_string\",\"text\":\"H\u{FFFD}0\"}"),
            ("2a25", "", #"{"characteristic":"serial_number_string","text":""}"#),
            ("2a26", "312E30", #"{"characteristic":"firmware_revision_string","text":"1.0"}"#),
            ("2a27", "41", #"{"characteristic":"hardware_revision_string","text":"A"}"#),
            ("2a28", "32", #"{"characteristic":"software_revision_string","text":"2"}"#),
        ])
    func others(uuid: String, hex: String, expected: String) throws {
        #expect(try lines(uuid, hex) == [expected])
    }

    @Test("The features of a power meter are truth values in the order of their bits")
    func feature() throws {
        // Bits 0, 3, 16 and 21: balance, crank revolutions, torque based, usable in a distributed system.
        let line = try lines("2a65", "09002100")
        let expected =
            #"{"characteristic":"cycling_power_feature","pedal_power_balance":true,"accumulated_torque":false,"#
            + #""wheel_revolutions":false,"crank_revolutions":true,"extreme_magnitudes":false,"#
            + #""extreme_angles":false,"dead_spot_angles":false,"accumulated_energy":false,"#
            + #""offset_compensation_indicator":false,"offset_compensation":false,"content_masking":false,"#
            + #""multiple_sensor_locations":false,"crank_length_adjustment":false,"#
            + #""chain_length_adjustment":false,"chain_weight_adjustment":false,"#
            + #""span_length_adjustment":false,"instantaneous_measurement_direction":false,"#
            + #""factory_calibration_date":false,"enhanced_offset_compensation":false,"#
            + #""measurement_context":"torque","distributed_system_support":"distributed_system","#
            + #""raw_value":2162697,"surplus_bytes":0}"#
        #expect(line == [expected])
    }

    @Test(
        "Bytes may be written in every usual way",
        arguments: ["164b2a03", "164B2A03", "16 4B 2A 03", "16:4b:2a:03", "16-4B-2A-03", "0x164B2A03"])
    func hexadecimal(text: String) throws {
        #expect(try HexadecimalText.bytes(of: text) == [0x16, 0x4B, 0x2A, 0x03])
    }

    @Test(
        "Text that is not hexadecimal is refused with what is wrong in which packet",
        arguments: [
            ("16 4Z", #"Packet 2, "16 4Z", is not hexadecimal: "Z" does not belong there."#),
            ("164", #"Packet 2, "164", is not hexadecimal: the last byte has one digit and needs two."#),
            ("1 64", #"Packet 2, "1 64", is not hexadecimal: " " does not belong there."#),
            ("１６", #"Packet 2, "１６", is not hexadecimal: "１" does not belong there."#),
            ("16\u{1B}", #"Packet 2, "16\u{1B}", is not hexadecimal: "\u{1B}" does not belong there."#),
        ])
    func badHexadecimal(text: String, message: String) {
        let error = #expect(throws: DecodeError.self) {
            try PacketExplanation.explain(uuid: "2a37", packets: ["0648", text])
        }
        #expect(error?.description == message)
    }

    @Test("A packet too short is refused with its number, what is there and what is needed")
    func tooShort() {
        let error = #expect(throws: DecodeError.self) {
            try PacketExplanation.explain(uuid: "2a63", packets: ["00000000", "200064"])
        }
        #expect(
            error?.description
                == "Packet 2 of 2 is too short. Cycling Power Measurement (2a63): the packet holds 3 bytes, "
                + "at least 4 are needed.")
    }

    @Test("Bytes given one an argument are recognised, and the way to write them is said")
    func loneBytes() {
        let error = #expect(throws: DecodeError.self) {
            try PacketExplanation.explain(uuid: "2a37", packets: ["16", "4B", "2A", "03"])
        }
        #expect(
            error?.description
                == "Packet 1 of 4 is too short. Heart Rate Measurement (2a37): the packet holds 1 byte, at least 2 "
                + "are needed. Each argument is one whole packet: write its bytes together, such as 164b2a03."
        )
    }

    @Test(
        "A characteristic that is not known is refused with those that are", arguments: ["2aff", "180d", "x"])
    func unknown(uuid: String) {
        let error = #expect(throws: DecodeError.self) {
            try PacketExplanation.explain(uuid: uuid, packets: ["00"])
        }
        #expect(
            error?.description
                == "Unknown characteristic \"\(uuid)\". Known are 2a37 (Heart Rate Measurement), 2a38 (Body Sensor "
                + "Location), 2a63 (Cycling Power Measurement), 2a65 (Cycling Power Feature), 2a5d (Sensor "
                + "Location), 2a19 (Battery Level), 2a24 (Model Number String), 2a25 (Serial Number String), 2a26 "
                + "(Firmware Revision String), 2a27 (Hardware Revision String), 2a28 (Software Revision String), "
                + "2a29 (Manufacturer Name String).")
    }

    @Test("The long form of a UUID is understood")
    func longForm() throws {
        #expect(try lines("00002a19-0000-1000-8000-00805f9b34fb", "64")[0].contains("100"))
    }
}
