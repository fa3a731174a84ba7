import Glibc
import JupyterKernel
import JupyterWire
import ScriptedRunner

// A kernel for the language for tests, to be driven from outside: scripted-kernel CONNECTION_FILE [SAVE_FILE]

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else { exit(2) }
let runner = ScriptedRunner(saveFile: arguments.dropFirst().first)
_ = try Kernel(ConnectionFile(path: path), runner: runner, commTargets: ["echo": EchoTarget()]).run()
_exit(0)
