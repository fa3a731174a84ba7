"""Jupyter's own suite for kernels, with all its optional parts: for whet, and for scripted-kernel, which can be made to
do what no command of whet does."""

import jupyter_kernel_test
import pytest

pytestmark = pytest.mark.usefixtures("kernelspecs")


class TestWhet(jupyter_kernel_test.KernelTests):
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


class TestWhetWelcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "whet"
    support_iopub_welcome = True


class TestScripted(jupyter_kernel_test.KernelTests):
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


class TestScriptedWelcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "scripted"
    support_iopub_welcome = True
