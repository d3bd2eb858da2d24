import HealthModel
import Testing

@Suite struct TrainingBalanceTests {
    @Test("One day of 100 fades with 42 and 7 days; form follows a day later")
    func oneDay() {
        // 100 · (1 − e^(−1/42)) = 2.352831 and 100 · (1 − e^(−1/7)) = 13.312210.
        var balance = TrainingBalance()
        balance.endDay(load: 100)
        #expect(abs(balance.chronicTrainingLoad - 2.352831) < 1e-6)
        #expect(abs(balance.acuteTrainingLoad - 13.312210) < 1e-6)
        #expect(balance.trainingStressBalance == 0)

        balance.endDay(load: 0)
        #expect(abs(balance.trainingStressBalance - (2.352831 - 13.312210)) < 1e-6)

        // After seven days acute load is 1/e of what it was, after 42 chronic load is: 13.312210 / e and 2.352831 / e.
        for _ in 0..<6 { balance.endDay(load: 0) }
        #expect(abs(balance.acuteTrainingLoad - 4.897289) < 1e-5)
        for _ in 0..<35 { balance.endDay(load: 0) }
        #expect(abs(balance.chronicTrainingLoad - 0.865558) < 1e-5)
    }

    @Test("The same load every day is in the end what one is used to, and the form is even")
    func steady() {
        var balance = TrainingBalance()
        for _ in 0..<2000 { balance.endDay(load: 80) }
        #expect(abs(balance.chronicTrainingLoad - 80) < 1e-9)
        #expect(abs(balance.acuteTrainingLoad - 80) < 1e-9)
        #expect(abs(balance.trainingStressBalance) < 1e-9)
    }
}
