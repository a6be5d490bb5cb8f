"""plan.svg and plan.html: each number in a picture is that of the plan, and each picture says the same in
words."""

import html.parser
import re
import xml.etree.ElementTree as ElementTree

import cudapy as cp
import golden
import numpy as np
import pytest
from cudapy._memory_model import banks, sectors
from cudapy._pictures import svg
from traced_kernels import EXPLAINED, floats, saxpy, transpose

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing, of_class):
    return ["".join(each.itertext()) for each in drawing.iter(f"{SVG}text") if each.get("class") == of_class]


def count(drawing, *of_classes):
    return sum(set(of_classes) <= set((each.get("class") or "").split()) for each in drawing.iter())


def drawings(plan, line):
    """The pictures of a line, each of which is whole."""
    root = ElementTree.fromstring(plan.svg(line))
    return [root] if root.get("role") == "img" else list(root.iter(f"{SVG}svg"))[1:]


def pictured(plans):
    """Each access with its picture."""
    for plan in plans.values():
        for line in plan.lines:
            if line.file == plan.traced.file:
                known = [access for access in line.accesses if access.cost is not None]
                if known:
                    yield from zip(known, drawings(plan, line.number), strict=True)


def lanes_of(access, number):
    return [None if at < 0 else at for at in access.requests_traced.offsets_of(number)]


def test_numbers_of_global_memory(plans):
    seen = 0
    for access, drawing in pictured(plans):
        if access.space == "shared":
            continue
        seen += 1
        every = [lanes_of(access, number) for number in range(len(access.requests_traced.site))]

        def cost(lanes, is_atomic=access.operation == "atomic", width=access.width):
            active = [at for at in lanes if at is not None]
            return sectors.atomic_sectors(active) if is_atomic else sectors.sectors(active, width)

        most = max(every, key=cost)
        active = [at for at in most if at is not None]
        (headline,), (of_all,) = texts(drawing, "headline"), texts(drawing, "all")
        assert re.match(r"\d+", headline)[0] == str(cost(most))
        if access.operation == "atomic" and len(set(active)) < len(active):
            assert headline.endswith(f"up to {max(map(active.count, active))} lanes on one address")
        else:
            assert re.findall(r"\d+", headline)[1] == str(
                sectors.fewest_atomic_sectors(active, access.width)
                if access.operation == "atomic"
                else sectors.fewest_sectors(active, access.width)
            )
        assert re.findall(r"\d+", of_all) == [str(access.cost), str(access.requests), str(access.best)]
        assert count(drawing, "fetched", "sector") == sectors.sectors(active, access.width)
        assert count(drawing, "line") == len(
            {at // 128 for at in active} | {(at + access.width - 1) // 128 for at in active}
        )
        assert count(drawing, "connector") == len(active) == count(drawing, "lane") - count(drawing, "idle")
        used = {byte for at in active for byte in range(at, at + access.width)}
        assert sum(map(int, texts(drawing, "bytes"))) == len(used)
        rows = re.findall(
            r"sector at byte: (\d+); bytes used of 32: (\d+); lanes: ", drawing.find(f"{SVG}desc").text
        )
        assert [(int(at), int(number)) for at, number in rows] == sorted(
            (at, len([byte for byte in used if byte // 32 == at // 32]))
            for at in {byte // 32 * 32 for byte in used}
        )
    assert seen > 20


def test_numbers_of_shared_memory(plans):
    seen = 0
    for access, drawing in pictured(plans):
        if access.space == "global":
            continue
        seen += 1
        every = [lanes_of(access, number) for number in range(len(access.requests_traced.site))]
        if access.operation == "atomic":
            costs, best = [banks.atomic_wavefronts(lanes) for lanes in every], 1
        else:
            is_load = access.operation == "read"
            costs = [banks.wavefronts(lanes, access.width, is_load) for lanes in every]
            best = banks.wavefronts_without_conflicts(every[costs.index(max(costs))], access.width, is_load)
        (headline,), (of_all,) = texts(drawing, "headline"), texts(drawing, "all")
        assert re.findall(r"\d+", headline) == [str(max(costs)), str(best)]
        assert re.findall(r"\d+", of_all) == [str(access.cost), str(access.requests), str(access.conflicts)]
        counts = [int(number) for number in texts(drawing, "count")]
        assert len(counts) == count(drawing, "conflict") and all(number > 1 for number in counts)
        if access.width <= 4:
            assert max(counts, default=1) == max(costs)
        rows = re.findall(
            r"bank: \d+; (?:words wanted|lanes to serve): (\d+)", drawing.find(f"{SVG}desc").text
        )
        assert sorted(int(number) for number in rows if int(number) > 1) == sorted(counts)
    assert seen > 5


def test_numbers_of_the_grid(plans):
    plan = plans["every4"]
    drawing = ElementTree.fromstring(plan.svg())
    accesses = plan.traced.trace.accesses
    busy = len({(int(each["block"]), int(each["warp"]), int(each["lane"])) for each in accesses})
    assert texts(drawing, "headline") == [f"{1024 - busy} of 1024 threads access no memory"]
    words = drawing.find(f"{SVG}desc").text
    assert words.endswith(
        "block: 3; threads that access memory: 232; threads that access none: 24; elements of Y, from the "
        "first to the last: 768 to 999."
    )
    assert texts(ElementTree.fromstring(plans["saxpy"].svg()), "headline") == [
        "about 224 of 20224 threads access no memory"
    ]


def test_a_part_of_an_array_has_its_own_elements():
    @cp.kernel("void (float* X)")
    def double(X):
        X[idx] *= 2

    plan = double.explain(8, cp.zeros(64, cp.float32)[3:11])
    assert "elements of X, from the first to the last: 0 to 7." in plan.svg()
    assert "sector at byte: 0; bytes used of 32: 20" in plan.svg(plan.lines[0].number)


def test_the_array_is_framed_where_threads_have_an_element_each():
    @cp.kernel("void (float[,] A)")
    def image(A):
        if idx < A.shape[1] and idy < A.shape[0]:
            A[idy, idx] += 1

    plan = image.explain((40, 10), floats(10, 40))
    drawing = ElementTree.fromstring(plan.svg())
    (frame,) = (each for each in drawing.iter() if each.get("class") == "array")
    idle = sum(
        float(each.get("width")) * float(each.get("height"))
        for each in drawing.iter()
        if each.get("class") == "idle"
    )
    of_array = float(frame.get("width")) * float(frame.get("height"))
    assert idle / of_array == pytest.approx((64 * 16 - 400) / 400, rel=1e-3)
    assert texts(drawing, "headline") == ["624 of 1024 threads access no memory"]
    golden.check("image-grid.svg", plan.svg())
    swapped = transpose.explain((64, 32), floats(50, 64), floats(64, 50), block=(32, 32))
    assert 'class="array"' not in swapped.svg()


@pytest.mark.parametrize(
    "name,line", [("every4", 1), ("transpose", 4), ("census", 2), ("gather", 1), ("rows", 1)]
)
def test_goldens_of_lines(plans, name, line):
    golden.check(f"{name}-line.svg", plans[name].svg(plans[name].lines[line].number))


@pytest.mark.parametrize("name", ["every4", "saxpy", "inner", "stretches"])
def test_goldens_of_grids(plans, name):
    golden.check(f"{name}-grid.svg", plans[name].svg())


def test_wide_elements_go_in_parts():
    @cp.kernel("void (double* X)")
    def wide(X):
        part = shared(double, 128)
        part[2 * threadIdx.x] = X[idx]
        syncthreads()
        X[idx] = part[2 * threadIdx.x]

    plan = wide.explain(64, np.ones(64), block=64)
    drawing = drawings(plan, plan.lines[0].number)[1]
    assert texts(drawing, "headline") == ["4 wavefronts, 2 would do"]
    assert texts(drawing, "count") == ["2"] * 16
    assert (
        "Shown are lanes 0 to 15: the warp goes in 2 parts, one after the other."
        in drawing.find(f"{SVG}desc").text
    )


def test_lines_without_a_picture(plans):
    plan = plans["every4"]
    number = plan.lines[1].number
    for line in (1, number - 1):
        with pytest.raises(ValueError) as raised:
            plan.svg(line)
        assert (
            str(raised.value)
            == f"svg: there is no access to draw in line {line} of every4; there are some in line {number}"
        )
    with pytest.raises(ValueError) as raised:
        plans["census"].svg(1)
    lines = [each.number for each in plans["census"].lines if each.accesses]
    assert str(raised.value).endswith(
        f"there are some in lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"
    )


class Page(html.parser.HTMLParser):
    """What a page is made of: its tags, its names and what refers to them, and its texts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.names, self.references, self.attributes, self.said = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            self.attributes.append((name, value))
            if name == "id":
                self.names.append(value)
            if name in ("href", "aria-labelledby"):
                self.references += value.replace("#", "").split()
            self.references += re.findall(r"url\(#(.*?)\)", value or "")

    def handle_data(self, data):
        self.said.append(data)


@pytest.mark.parametrize("name", EXPLAINED)
def test_pages(plans, name, tmp_path):
    plans[name].html(tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    for page in (Page(text), Page(plans[name]._repr_html_())):
        assert len(page.names) == len(set(page.names))
        assert set(page.references) <= set(page.names)
        assert (
            page.tags.count("svg")
            == page.tags.count("figure")
            == page.tags.count("desc")
            == page.tags.count("figcaption")
        )
        assert page.tags.count("table") == page.tags.count("figure") + 1
        # Nothing is loaded, and nothing runs.
        assert not {"script", "img", "link", "iframe", "object", "use", "image"} & set(page.tags)
        assert not [name for name, _ in page.attributes if name == "src" or name.startswith("on")]
        said = "".join(page.said)
        for line in plans[name].lines:
            assert line.text in said
        for advice in plans[name].advice:
            assert advice.reason in said and advice.remedy in said
    addresses = set(re.findall(r"https?://[^\s\"'<]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, which nobody asks for


HOSTILE = """import cudapy as cp
from cudapy import idx


@cp.kernel("void (float* Ünï, float* Y)")
def bad(Ünï, Y):
    Y[idx] = Ünï[2 * int(idx < 1000)]  # </desc></svg><script>alert("1")</script> & ' \\x0c &lt; ]]>
"""


def test_what_a_source_holds_is_text(tmp_path, monkeypatch):
    folder = tmp_path / "<b>&'\""
    folder.mkdir()
    (folder / "hostile.py").write_text(HOSTILE.replace("\\x0c", "\x01"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    import hostile

    plan = hostile.bad.explain(40, floats(40), floats(40))
    plan.html(tmp_path / "r.html")
    page = Page((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert "script" not in page.tags and "b" not in page.tags
    assert plan.lines[0].text.replace("\x01", "\ufffd") in "".join(page.said)
    drawn = ElementTree.fromstring(plan.svg(plan.lines[0].number))
    assert "Line 7 reads Ünï" in "".join(drawn.itertext())
    ElementTree.fromstring(plan.svg())


def test_escaping():
    assert svg.escaped("<a b='c' d=\"e\">&amp;\x00\x0b\ud800\ufffe\t\n") == (
        "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;\ufffd\ufffd\ufffd\ufffd\t\n"
    )
    assert (
        svg.element("a", ["b"], class_="<", stroke_width=1.50, x=3)
        == '<a class="&lt;" stroke-width="1.5" x="3">b</a>'
    )


def test_contrast():
    """At least 4.5 to 1 for texts, 3 to 1 for what is drawn."""

    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(one, other):
        lighter, darker = sorted((light(one), light(other)), reverse=True)
        return (lighter + 0.05) / (darker + 0.05)

    for text, paper in (
        (svg.INK, svg.PAPER),
        (svg.FAINT, svg.PAPER),
        (svg.CONFLICT, svg.PAPER),
        (svg.PAPER, svg.USED),
        (svg.INK, svg.FETCHED),
    ):
        assert contrast(text, paper) >= 4.5
    for drawn, paper in (
        (svg.USED, svg.PAPER),
        (svg.USED, svg.FETCHED),
        (svg.STRIPES, svg.FETCHED),
        (svg.STRIPES, svg.PAPER),
    ):
        assert contrast(drawn, paper) >= 3


def test_the_texts_of_pictures_have_colours_that_are_checked(plans):
    colours = {each.get("fill") for _, drawing in pictured(plans) for each in drawing.iter(f"{SVG}text")}
    assert colours <= {None, svg.INK, svg.FAINT, svg.CONFLICT, svg.PAPER}


def test_without_blocks():
    plan = saxpy.explain(0, 1.0, floats(1), floats(1))
    assert "0 of 0 threads access no memory" in plan.svg()
    assert "there was no block to trace" in plan._repr_html_()
    with pytest.raises(ValueError) as raised:
        plan.svg(3)
    assert (
        str(raised.value) == "svg: there is no access to draw in line 3 of saxpy; there are none in its lines"
    )
