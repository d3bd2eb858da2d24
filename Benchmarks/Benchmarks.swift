/// Prints how fast the hot paths are on this machine.
@main
struct Benchmarks {
    static func main() {
        print("benchmark,value,unit")
    }
}
