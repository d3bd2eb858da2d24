/// The `pulsewatt` command.
@main
struct Pulsewatt {
    static func main() async {
        print("pulsewatt 0.1.0")
    }
}
