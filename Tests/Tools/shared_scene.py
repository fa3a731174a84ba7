"""What the cells that read broken files have beside them: a few photos in class folders, and a network trained on them."""

from whole_pictures import pillow

START = (
    'dataset p path="photos"\nnetwork n input=[3, 16, 16] seed=1 { convolution 2 kernel=3; flatten; innerProduct 2; softmax }\n'
    "train n on=p.train epochs=1")


def make(folder):
    for split in ("train", "test"):
        for label in ("a", "b"):
            place = folder / "photos" / split / label
            place.mkdir(parents=True)
            for number in range(2):
                (place / f"{number}.jpg").write_bytes(pillow("JPEG", size=(16 + number, 16)))
    (folder / "photo.jpg").write_bytes(pillow("JPEG"))


# Networks with layers of most kinds, which read the photos.
LAYERS = {
    "maps": "convolution 4 kernel=3 padding=1 dilation=2; batchnorm; relu; maxPool 2; mvn; lrn; prelu; padding 1; crop 1; upsample 2; "
            "l2Pool 2 stride=2; deconvolution 2 kernel=2 stride=2; averagePool 2 padding=1 stride=2; resizeBilinear [6, 6]; "
            "slice height start=1 end=5; reorganizeData spaceToDepth blockSize=2; hardSigmoid; unary exp; permute [0, 2, 1, 3]; "
            "reduce avg axis=W; dropout 0.5; flatten; l2normalize; innerProduct 2 activation=tanh; softmax",
    "steps": "reshape [16, 48, 1, 1]; gru 4 sequenceOutput=true; uniDirectionalLSTM 3 sequenceOutput=true reverseInput=true; "
             "simpleRecurrent 3; innerProduct 2; softmax",
}
MAKE_LAYERS = "".join(f"network {name} input=[3, 16, 16] seed=3 {{ {layers} }}\n" for name, layers in LAYERS.items())
