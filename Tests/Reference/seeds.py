"""The project's random numbers in Python: SplitMix64's mixing, xoshiro256**, and the streams of a seed plan."""

MASK = (1 << 64) - 1


def mix(word):
    word = (word + 0x9E3779B97F4A7C15) & MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


class Generator:
    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            self.state.append(mix(seed))
            seed = (seed + 0x9E3779B97F4A7C15) & MASK

    def next(self):
        s = self.state
        product = (s[1] * 5) & MASK
        result = (((product << 7) | (product >> 57)) * 9) & MASK
        shifted = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = ((s[3] << 45) | (s[3] >> 19)) & MASK
        return result

    def below(self, bound):
        product = self.next() * bound
        if product & MASK < bound:
            threshold = (-bound & MASK) % bound
            while product & MASK < threshold:
                product = self.next() * bound
        return product >> 64

    def permutation(self, count):
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def stream(seed, purpose, *indices):
    """The generator of a purpose's stream; purposes are numbered as in SeedPlan."""
    word = mix(mix(seed) ^ purpose)
    for index in indices:
        word = mix(word ^ (index & MASK))
    return Generator(word)


FOLDS, SUBSETS = 5, 6
