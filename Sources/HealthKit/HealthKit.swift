@_exported public import OpenHealthKit
