"""Jupyter's own suite for kernels, with all its optional parts: for whet, and for scripted-kernel, which can be made to
do what no command of whet does."""

import jupyter_kernel_test
import pytest
import wire
from jupyter_kernel_test import validate_message
from waiting import wait_until

pytestmark = pytest.mark.usefixtures("kernelspecs")


class Patient:
    """Where the suite takes for granted that a message comes within a tenth of a second, it waits for the message."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        channel = cls.kc.iopub_channel
        get = channel.get_msg
        channel.get_msg = lambda timeout=None: get(timeout=wire.PATIENCE)

    def flush_channels(self):
        """What was asked until now is answered when a question after it is."""
        request, message = self.kc.kernel_info(), None
        while message is None or message["parent_header"].get("msg_id") != request:
            message = self.kc.shell_channel.get_msg(timeout=wire.PATIENCE)
            validate_message(message)
        while message["parent_header"].get("msg_id") != request or message["content"].get("execution_state") != "idle":
            message = self.kc.iopub_channel.get_msg()
            validate_message(message)


class Beating:
    """The suite ends with its only message. A heartbeat that had not yet begun by then could not be stopped: it would open
    sockets until there are no more."""

    def tearDown(self):
        wait_until(self.kc.hb_channel.is_beating)


class TestWhet(Patient, jupyter_kernel_test.KernelTests):
    kernel_name = "whet"
    language_name = "whet"
    file_extension = ".whet"
    code_hello_world = 'print "hello, world"'
    code_generate_error = "trian hand"
    code_execute_result = [{"code": "help knn"}, {"code": "help train"}, {"code": "help knn"}]
    code_display_data = [{"code": "help knn\nhelp train", "mime": "text/html"}]
    code_inspect_sample = "train"
    code_history_pattern = "help knn"
    supported_history_operations = ("tail", "range", "search")
    completion_samples = [{"text": "evalu", "matches": {"evaluate"}}]
    complete_code_samples = ['print "x"', "epochs = 50", "train hand {\n epochs = 5\n}"]
    incomplete_code_samples = ["train hand {", "dataset hands labels=[a,"]
    invalid_code_samples = ["train hand ]", "}"]


class TestWhetWelcome(Beating, jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "whet"
    support_iopub_welcome = True


class TestScripted(Patient, jupyter_kernel_test.KernelTests):
    kernel_name = "scripted"
    language_name = "scripted"
    file_extension = ".scripted"
    code_hello_world = "print hello, world"
    code_stderr = "warn careful"
    code_generate_error = "fail on purpose"
    code_execute_result = [
        {"code": "result 6", "result": "6"}, {"code": "result ✋", "result": "✋"}, {"code": "result 6", "result": "6"},
    ]
    code_display_data = [{"code": "display #x there", "mime": "text/html"}, {"code": "display here", "mime": "text/plain"}]
    code_inspect_sample = "print x"
    code_history_pattern = "result 6"
    supported_history_operations = ("tail", "range", "search")
    completion_samples = [{"text": "pri", "matches": {"print"}}, {"text": "zz", "matches": set()}]
    complete_code_samples = ["print x"]
    incomplete_code_samples = ["print \\"]
    invalid_code_samples = ["]"]
    code_clear_output = "clear"


class TestScriptedWelcome(Beating, jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "scripted"
    support_iopub_welcome = True
