import CMemory
import Glibc
import SystemMemory

if AddressSpace.limit != nil { _ = whet_use_one_region() }
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
