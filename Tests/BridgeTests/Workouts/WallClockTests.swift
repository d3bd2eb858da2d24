import Bridge
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct WallClockTests {
    @Test(
        "A step of a second or more is told, once; slow drift is not",
        arguments: [
            (Int64(0), nil), (999_999_999, nil), (second, second), (-second, -second),
            (86_400 * second, 86_400 * second),
        ])
    func steps(step: Int64, told: Int64?) {
        var clock = WallClock(bootTime: 5 * second, wallTime: 1000 * second)
        expect(clock.step(bootTime: 15 * second, wallTime: 1010 * second + step), is: told)
        expect(clock.step(bootTime: 16 * second, wallTime: 1011 * second + step), is: nil)
    }
}
