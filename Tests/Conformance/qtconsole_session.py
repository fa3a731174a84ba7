"""Types lines into qtconsole's own widget, without a screen, and prints what it shows of each as JSON: `whet` must be a kernel
that Jupyter knows."""

import json
import sys
import time

from qtconsole.manager import QtKernelManager
from qtconsole.rich_jupyter_widget import RichJupyterWidget
from qtpy.QtWidgets import QApplication

application = QApplication([])
manager = QtKernelManager(kernel_name="whet")
manager.start_kernel()
client = manager.client()
client.start_channels()
widget = RichJupyterWidget()
widget.kernel_manager, widget.kernel_client = manager, client


def text():
    return widget._control.toPlainText()


def wait(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        application.processEvents()
        time.sleep(0.01)
        if time.monotonic() > end:
            sys.exit(f"nothing came in {seconds} s: {text()}")


def shown(line):
    before, done = len(text()), []
    widget.executed.connect(done.append)
    widget.execute(line)
    wait(lambda: done and "In [" in text()[before:].split("\n")[-1])
    widget.executed.disconnect(done.append)
    return text()[before:]


def completions(line):
    answers = []
    client.shell_channel.message_received.connect(answers.append)
    client.complete(line, len(line))
    wait(lambda: any(message["msg_type"] == "complete_reply" for message in answers))
    return next(message["content"]["matches"] for message in answers if message["msg_type"] == "complete_reply")


wait(lambda: "In [" in text())
result = {"banner": text(), "shown": [shown(line) for line in sys.argv[1:]], "completions": completions("print 1; trai")}
result["drawings"] = len(widget._name_to_svg_map)
client.stop_channels()
manager.shutdown_kernel(now=False)
print(json.dumps(result))
