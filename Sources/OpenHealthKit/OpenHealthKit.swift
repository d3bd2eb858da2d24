// The umbrella of the library: Apple's HealthKit hands on Foundation, and so does this.
@_exported public import Foundation
@_exported public import HealthModel
