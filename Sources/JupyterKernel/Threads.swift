import Glibc

/// Starts threads. Blocking work has threads of its own: in Swift's cooperative pool it would hold back everything else.
enum Threads {
  /// The stack of a thread that runs code of unknown depth, in bytes.
  static let roomyStack = 16 << 20

  /// Runs a body on a new thread with a name of at most 15 bytes, which debuggers and `top` show.
  ///
  /// - Throws: `KernelError.zeroMQ` with the system's code when there can be no more threads.
  static func start(_ name: String, stack: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) throws(KernelError) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(attributes, stack)
    let boxed = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let code = pthread_create(&thread, attributes, enter, boxed.toOpaque())
    guard code == 0 else {
      boxed.release()
      throw .zeroMQ(code: code)
    }
  }

  fileprivate final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}

private let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
  guard let argument else { return nil }
  let start = Unmanaged<Threads.Start>.fromOpaque(argument).takeRetainedValue()
  nameThisThread(start.name)
  start.body()
  return nil
}

/// Linux shows this name in debuggers and in `top -H`; without `/proc` the thread stays nameless.
private func nameThisThread(_ name: String) {
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  _ = write(file, name, name.utf8.count)
  close(file)
}
