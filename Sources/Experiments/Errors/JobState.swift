/// How a training in the background stands; Core ML's words for the states of a task.
public enum JobState: String, Sendable { case running, cancelling, suspended, completed, failed }
