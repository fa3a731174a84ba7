"""Notebooks and scripts, which a process of its own runs."""

import json

import breaking
import breaking_fields

SCRIPT = """# a session of its own
dataset hands sample=digits count=20 seed=1
epochs = 2
network net input=[1, 28, 28] seed=7 {
  convolution 2 kernel=3 activation=relu
  maxPool 2
  flatten
  innerProduct 10
  softmax
}
train net on=hands.train epochs=$epochs miniBatchSize=8 optimizer=adam learningRate=1e-3 schedule=exponential(0.99)
evaluate net on=hands.train
confusion net on=hands.test
plot net y=[trainLoss, trainLossMean] logScale=true
history net last=1
save net path="net.mlmodel" updatable=true replace=true
describe "net.mlmodel"
print "done" 1/4 80% '\\n' ✊ $epochs
undo; runs; status; help train
"""


def notebook():
    cells = [
        {"cell_type": "code", "execution_count": None, "id": str(place), "metadata": {}, "outputs": [], "source": line}
        for place, line in enumerate(("print 1", 'x = 5; print $x "é✊"', "help train", ["network n input=[4] {\n", "innerProduct 2; softmax\n", "}"]))
    ]
    cells[1]["metadata"] = {"tags": ["parameters"]}
    cells.insert(0, {"cell_type": "markdown", "id": "m", "metadata": {}, "source": ["# title\n", "text \\u00e9"]})
    return json.dumps({"cells": cells, "metadata": {"kernelspec": {"name": "whet"}}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def broken(whole, suffix, rng):
    if suffix == "ipynb" and rng.random() < 0.4:
        return breaking_fields.text_json(whole, rng)
    return breaking.damage_text(whole, rng)


NOTEBOOKS = ("ipynb", notebook, ["-p", "x=7", "-o", "out.ipynb", "--replace"])
SCRIPTS = ("whet", lambda: SCRIPT, [])
