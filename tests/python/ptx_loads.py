"""Which loads of PTX go through the cache for memory that nobody writes, although the kernel writes to where
they may load from."""

import collections
import re

_ENTRY = re.compile(r"\.entry (\w+)\(.*?\)\s*(?:\.\w+ [^\n]*\n)*\{(.*?)\n\}", re.S)
_DEFINITION = re.compile(r"(?:@!?%p\d+ )?([\w.]+)\s+(\{[^}]*\}|%\w+)(?:\|%\w+)?, (.*);")
_WRITE = re.compile(r"(?:st|atom|red)\.global[\w.]*\s+(?:%\w+, )?\[(%rd\d+)")
_READ = re.compile(r"ld\.global\.nc[\w.]*\s+[^\[]*\[(%rd\d+)")
_OF_ADDRESSES = ("add.s64", "sub.s64", "cvta", "mov.", "selp.b64", "mad.wide")


def wrong_loads(ptx):
    """Returns (kernel, instruction, parameters) for each such load; the parameters are those that it may load
    from, and that are written."""
    return [(kernel, *each) for kernel, body in _ENTRY.findall(ptx) for each in _in_kernel(body)]


def _in_kernel(body):
    lines = [line.strip() for line in body.split("\n")]
    parameters = _Parameters(lines)
    written = {
        parameter
        for line in lines
        for register in _WRITE.findall(line)
        for parameter in parameters.of(register)
    }
    for line in lines:
        for register in _READ.findall(line):
            if both := parameters.of(register) & written:
                yield line, both


class _Parameters:
    """The parameters that an address in a register may come from, by all ways that lead to it."""

    def __init__(self, lines):
        self._definitions = collections.defaultdict(list)
        self._known = {}
        for line in lines:
            found = _DEFINITION.match(line)
            if found and not found[1].startswith(("st.", "setp")):
                for register in re.findall(r"%\w+", found[2]):
                    self._definitions[register].append((found[1], found[3]))

    def of(self, register, met=frozenset()):
        if register in self._known or register in met:
            return self._known.get(register, set())
        parameters = set()
        for operation, operands in self._definitions[register]:
            if operation.startswith("ld.param"):
                parameters.update(re.findall(r"\[(\w+)", operands))
            elif operation.startswith(_OF_ADDRESSES):
                for each in re.findall(r"%rd\d+", operands):
                    parameters |= self.of(each, met | {register})
        if not met:
            self._known[register] = parameters
        return parameters
