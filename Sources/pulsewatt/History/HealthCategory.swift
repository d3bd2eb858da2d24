import HealthModel

/// A category type that people record by hand, with the names of its values.
struct HealthCategory {
    /// The type.
    let type: HKCategoryType
    /// The type as people type it.
    let name: String
    /// Whether it is about a moment, not a time.
    let isMoment: Bool
    private let values: [(name: String, value: Int)]

    /// All types that can be recorded.
    static let all = [
        HealthCategory(
            type: HKCategoryType(.menopausalState), name: "menopausal-state", isMoment: true,
            values: HKCategoryValueMenopausalState.allCases.map { ("\($0)", $0.rawValue) }),
        HealthCategory(
            type: HKCategoryType(.bleedingAfterMenopause), name: "bleeding-after-menopause", isMoment: false,
            values: HKCategoryValueVaginalBleeding.allCases.map { ("\($0)", $0.rawValue) }),
    ]

    private init(type: HKCategoryType, name: String, isMoment: Bool, values: [(name: String, value: Int)]) {
        self.type = type
        self.name = name
        self.isMoment = isMoment
        self.values = values
    }

    /// The type of a name, with dashes or underscores; nil for another.
    init?(name: String) {
        guard let category = Self.all.first(where: { $0.name == name.replacing("_", with: "-") }) else {
            return nil
        }
        self = category
    }

    /// The category of a type; nil for one that cannot be recorded.
    init?(type: HKCategoryType) {
        guard let category = Self.all.first(where: { $0.type == type }) else { return nil }
        self = category
    }

    /// The names of the values.
    var valueNames: [String] { values.map(\.name) }

    /// The value of a name.
    func value(named name: String) -> Int? { values.first { $0.name == name }?.value }

    /// The name of a value.
    func name(of value: Int) -> String? { values.first { $0.value == value }?.name }
}
