import Foundation
import HealthModel

extension FITWorkoutWriter {
    /// Writes that the timer starts or stops at a time in nanoseconds from the workout's start.
    mutating func writeTimer(_ eventType: Int, at offset: Int64, isAutomatic: Bool = false) {
        var event = FITMessageContent(FITProfile.Event.message)
        event.set(FITProfile.timestamp, timestamp(offset))
        event.set(FITProfile.Event.event, FITProfile.Event.timer)
        event.set(FITProfile.Event.eventType, eventType)
        event.set(
            FITProfile.Event.data, isAutomatic ? FITProfile.Event.automatic : FITProfile.Event.manual)
        event.set(FITProfile.Event.eventGroup, 0)
        encoder.write(event)
    }

    /// Writes the RR intervals that end before a time, in nanoseconds; a beat after a gap ends none.
    ///
    /// - Returns: the first beat that is not written yet.
    mutating func writeIntervals(from first: Int, before end: Int64) -> Int {
        let beats = series.heartbeats
        var index = first
        var slot = 0
        while index < beats.count, beats.offsets[index] < end {
            defer { index += 1 }
            guard !beats.precededByGap[index] else { continue }
            if slot == 0 { encoder.beginMessage(.hrv) }
            let interval = WorkoutTime.seconds(beats.offsets[index] - beats.offsets[index - 1])
            encoder.append(FITProfile.HRV.time.narrowBits(interval) as UInt16)
            slot = (slot + 1) % FITProfile.HRV.slotCount
        }
        while slot != 0 {
            encoder.append(UInt16.max)
            slot = (slot + 1) % FITProfile.HRV.slotCount
        }
        return index
    }

    /// Writes a lap that has ended, and its zones.
    mutating func writeLap(_ index: Int) {
        let lap = timeline.laps[index]
        let part = FITPart(workout, lap.interval, thresholdPower: exported.functionalThresholdPower)
        let session = timeline.sessions[lap.session]
        var message = summary(FITProfile.lap, index, part, session)
        message.set(FITProfile.Lap.intensity, FITProfile.Lap.active)
        message.set(
            FITProfile.Lap.trigger, lap.isLast ? FITProfile.Lap.sessionEnd : FITProfile.Lap.manual)
        encoder.write(message)
        writeTimeInZone(part, FITProfile.lap, index)
    }

    /// Writes a session that has ended, and its zones.
    mutating func writeSession(_ index: Int) {
        let session = timeline.sessions[index]
        let threshold = exported.functionalThresholdPower
        let part = FITPart(workout, session.interval, thresholdPower: threshold)
        var message = summary(FITProfile.session, index, part, session)
        message.set(FITProfile.Session.firstLapIndex, session.firstLap)
        message.set(FITProfile.Session.numLaps, session.lapCount)
        message.set(FITProfile.Session.trigger, FITProfile.Session.activityEnd)
        part.fillLoad(&message, thresholdPower: threshold)
        encoder.write(message)
        writeTimeInZone(part, FITProfile.session, index)
    }

    /// Writes the end of the file: how long all sessions were, and the local time.
    mutating func writeActivity() {
        let end = timestamp(series.elapsed)
        var message = FITMessageContent(FITProfile.Activity.message)
        message.set(FITProfile.timestamp, end)
        let whole = FITPart(workout, series.interval, thresholdPower: nil)
        message.set(FITProfile.Activity.totalTimerTime, whole.active)
        message.set(FITProfile.Activity.numSessions, timeline.sessions.count)
        message.set(
            FITProfile.Activity.type,
            timeline.sessions.count > 1
                ? FITProfile.Activity.autoMultiSport : FITProfile.Activity.manual)
        message.set(FITProfile.Activity.event, FITProfile.Event.activity)
        message.set(FITProfile.Activity.eventType, FITProfile.Event.stop)
        if clock.isDated {
            let offset = exported.timeZone.secondsFromGMT(for: FITTime.date(end))
            message.set(FITProfile.Activity.localTimestamp, end + Int64(offset))
        }
        encoder.write(message)
    }

    // MARK: Parts

    private func summary(
        _ fields: FITProfile.Summary, _ index: Int, _ part: FITPart, _ session: FITTimeline.Session
    ) -> FITMessageContent {
        let sport = FITSport(session.activityType, isIndoor: session.isIndoor)
        var message = FITMessageContent(fields.message)
        message.set(FITProfile.messageIndex, index)
        message.set(FITProfile.timestamp, timestamp(part.interval.upperBound))
        message.set(fields.eventField, fields.event)
        message.set(fields.eventType, FITProfile.Event.stop)
        message.set(fields.startTime, timestamp(part.interval.lowerBound))
        message.set(fields.sport, sport.sport)
        message.set(fields.subSport, sport.subSport)
        part.fill(&message, fields)
        return message
    }

    private mutating func writeTimeInZone(_ part: FITPart, _ fields: FITProfile.Summary, _ index: Int) {
        let heartRate = part.zoneTimes(.heartRate)
        let power = part.zoneTimes(.cyclingPower)
        guard heartRate != nil || power != nil else { return }
        var message = FITMessageContent(FITProfile.TimeInZone.message)
        message.set(FITProfile.timestamp, timestamp(part.interval.upperBound))
        message.set(FITProfile.TimeInZone.referenceMessage, fields.message)
        message.set(FITProfile.TimeInZone.referenceIndex, index)
        if let heartRate, let zones = heartRateZones {
            let profile = exported.profile
            message.set(FITProfile.TimeInZone.timeInHeartRateZone, heartRate)
            message.set(FITProfile.TimeInZone.heartRateZoneHighBoundary, zones.boundaries)
            message.set(FITProfile.TimeInZone.heartRateCalculation, zones.calculation)
            message.set(
                FITProfile.TimeInZone.maxHeartRate, profile.characteristics.maximumHeartRate)
            message.set(FITProfile.TimeInZone.restingHeartRate, profile.restingHeartRate)
        }
        if let power, let zones = powerZones {
            message.set(FITProfile.TimeInZone.timeInPowerZone, power)
            message.set(FITProfile.TimeInZone.powerZoneHighBoundary, zones.boundaries)
            message.set(FITProfile.TimeInZone.powerCalculation, zones.calculation)
            message.set(
                FITProfile.TimeInZone.functionalThresholdPower, exported.functionalThresholdPower)
        }
        encoder.write(message)
    }
}
