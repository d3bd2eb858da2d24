import Foundation

@testable import WorkoutFormats

/// How people see a colour: contrast by WCAG 2.1, difference by CIE 1976, and colour-vision deficiency by Machado.
enum ColourVision: String, CaseIterable {
    case ordinary, protanopia, deuteranopia, tritanopia

    /// What becomes of linear red, green and blue; Machado, Oliveira and Fernandes 2009, table of severity 1.0.
    private var matrix: [[Double]] {
        switch self {
        case .ordinary: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        case .protanopia:
            [
                [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ]
        case .deuteranopia:
            [
                [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ]
        case .tritanopia:
            [
                [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ]
        }
    }

    /// Linear red, green and blue of a colour, from 0 to 1 (IEC 61966-2-1).
    private static func linear(_ colour: PictureColour) -> [Double] {
        [colour.red, colour.green, colour.blue].map {
            let share = Double($0) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { zip($0, vector).map(*).reduce(0, +) }
    }

    private static let toXYZ = [
        [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]

    /// Lightness from 0 to 100 and the two opponent axes, under daylight (D65).
    func lab(_ colour: PictureColour) -> [Double] {
        let seen = Self.product(matrix, Self.linear(colour)).map { min(1, max(0, $0)) }
        let daylight: [Double] = [0.95047, 1, 1.08883]
        let scaled = zip(Self.product(Self.toXYZ, seen), daylight).map { tristimulus, white -> Double in
            let share = tristimulus / white
            return share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
        }
        return [116 * scaled[1] - 16, 500 * (scaled[0] - scaled[1]), 200 * (scaled[1] - scaled[2])]
    }

    /// How different two colours look; about 2.3 can just be told.
    func difference(_ first: PictureColour, _ second: PictureColour) -> Double {
        let distances = zip(lab(first), lab(second)).map { $0 - $1 }
        return distances.map { $0 * $0 }.reduce(0, +).squareRoot()
    }

    /// The contrast of two colours, from 1 to 21.
    static func contrast(_ first: PictureColour, _ second: PictureColour) -> Double {
        let luminances = [first, second].map { product(toXYZ, linear($0))[1] + 0.05 }.sorted()
        return luminances[1] / luminances[0]
    }
}
