print("whet-bench")
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "model-file" {
  try ModelFileTimings.run(CommandLine.arguments[2])
}
