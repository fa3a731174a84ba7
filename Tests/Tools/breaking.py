"""How a file is broken at random: bytes, the words of a text, the chunks of a PNG."""

import struct
import zlib


def damage(data, rng):
    """Bytes with a few of them changed, lost, doubled or cut off."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8, 30))):
        if not data:
            break
        place = rng.randrange(len(data))
        length = min(len(data) - place, rng.choice((1, 2, 4, 8, 64, 1000)))
        match rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8)):
            case 0: data[place] ^= 1 << rng.randrange(8)
            case 1: data[place] = rng.choice((0, 1, 0x7F, 0x80, 0xFF))
            case 2: data[place:place + length] = bytes(length)
            case 3: data[place:place + length] = rng.randbytes(length)
            case 4: del data[place:place + length]
            case 5: data[place:place] = data[place:place + length] * rng.choice((1, 2, 40))
            case 6: del data[place:]
            case 7: data[place:place + 4] = rng.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\x80"))
            case 8:
                other = rng.randrange(len(data))
                data[place:place + length] = data[other:other + length]
    return bytes(data)


WORDS = ("-1", "0", "99999999999999999999", "1e308", "nan", "inf", "1e-320", "2147483648", "9223372036854775807", "[", "]", "{",
         "}", '"', "$", "\\", "=", ",", "none", "\0", "\u202e", "👩‍👩‍👧", "é", "\ufeff", "\r", "\t", "(" * 300, "[" * 3000, "x" * 5000)


def damage_text(data, rng):
    """Text with words and lines changed, lost, doubled or exchanged; now and then bytes of it."""
    if rng.random() < 0.25:
        return damage(data, rng)
    text = data.decode("utf-8", "replace")
    for _ in range(rng.choice((1, 1, 1, 2, 3, 10))):
        lines = text.split("\n")
        place = rng.randrange(len(lines))
        words = lines[place].split(" ")
        word = rng.randrange(len(words))
        match rng.randrange(7):
            case 0: words[word] = rng.choice(WORDS)
            case 1: words[word] += rng.choice(WORDS)
            case 2: del words[word]
            case 3: words.insert(word, rng.choice(rng.choice(lines).split(" ")))
            case 4:
                digits = [at for at, letter in enumerate(lines[place]) if letter.isdigit()]
                if digits:
                    at = rng.choice(digits)
                    words = (lines[place][:at] + rng.choice(WORDS[:9]) + lines[place][at + 1:]).split(" ")
            case 5: words = rng.choice(lines).split(" ")
            case 6: words = words * rng.choice((2, 50))
        lines[place] = " ".join(words)
        if rng.random() < 0.2:
            rng.shuffle(lines)
        text = "\n".join(lines)
    return text.encode("utf-8", "surrogatepass")


def repair_png(data):
    """A PNG whose chunks have true checksums, so that it is read beyond the first broken one."""
    result, place = data[:8], 8
    while place + 8 <= len(data):
        (length,) = struct.unpack(">I", data[place:place + 4])
        body = data[place + 4:place + 8 + min(length, len(data))]
        result += data[place:place + 4] + body + struct.pack(">I", zlib.crc32(body))
        place += 12 + min(length, len(data))
    return result
