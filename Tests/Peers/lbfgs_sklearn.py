"""scikit-learn: multinomial logistic regression, 8,000 × 784, 10 classes, C = 1, 100 iterations of L-BFGS in single precision."""

import warnings

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

import peer


def regression(threads):
    draw = np.random.default_rng(6)
    centres = draw.random((10, 784), dtype=np.float32)
    classes = np.arange(8000) % 10
    samples = 0.15 * centres[classes] + draw.random((8000, 784), dtype=np.float32)

    def run():
        with threadpool_limits(threads), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            LogisticRegression(C=1, max_iter=100, tol=1e-12).fit(samples, classes)

    return run


if __name__ == "__main__":
    peer.serve({"logistic": regression}, f"scikit-learn {sklearn.__version__}")
