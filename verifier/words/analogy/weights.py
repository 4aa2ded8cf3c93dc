"""How likely a difference is a slip: a logistic regression, printed by `python -m benchmarks.fit_doubts`."""

START = -2.155
FEATURES = (1.047, -2.026, 0.458, -0.241, 0.057, 0.565, 0.016, 1.044)
AXES: dict[str, tuple[float, float]] = {
    "all": (0.045, -2.658),
    "bound": (0.150, 3.771),
    "denial": (-0.757, -0.566),
    "face": (0.386, 4.275),
    "flow": (-0.478, 1.336),
    "join": (-0.664, -0.097),
    "modal": (0.069, 0.658),
    "number": (0.534, 0.465),
    "plain": (0.002, 0.933),
    "rank": (0.827, 4.082),
    "size": (0.946, 2.732),
    "slot arithmetic": (0.056, 0.520),
    "slot colour": (-0.614, -1.224),
    "slot comparison": (0.465, 1.946),
    "slot condition": (0.085, 0.109),
    "slot emptiness": (-0.425, 0.682),
    "slot face": (0.950, 2.924),
    "slot modal": (-0.025, 0.441),
    "slot order": (-0.535, 0.594),
    "slot owner": (-0.069, 0.420),
    "slot place": (-0.155, 2.718),
    "slot quantifier": (-0.374, -0.332),
    "slot role": (0.005, 0.440),
    "slot superlative": (0.303, 2.632),
    "slot zone": (-0.530, -1.446),
    "sum": (-1.038, 4.041),
    "time": (0.277, 0.935),
}
