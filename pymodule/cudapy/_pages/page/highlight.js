// Texts cut into words with kinds, line by line, for colours.

const PYTHON_WORDS = new Set(
  ("and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield None True False").split(" "));
const CUDA_NAMES = new Set(
  ("idx idy idz threadIdx blockIdx blockDim gridDim gridsize warpSize laneid shared local syncthreads syncthreads_count " +
    "syncthreads_and syncthreads_or syncwarp grid_sync threadfence threadfence_block atomicAdd atomicSub atomicMin " +
    "atomicMax atomicAnd atomicOr atomicXor atomicExch atomicCAS atomicInc atomicDec shfl_sync shfl_up_sync " +
    "shfl_down_sync shfl_xor_sync all_sync any_sync ballot_sync match_any_sync activemask").split(" "));
const CPP_WORDS = new Set(
  ("alignas auto bool break case char const constexpr continue do double else enum extern false float for if inline int " +
    "int64_t long namespace private public return short signed sizeof static static_cast struct switch template this " +
    "true typedef typename uint32_t uint64_t uint8_t unsigned using void while __attribute__ __device__ __global__ " +
    "__restrict__ __shared__").split(" "));
const CPP_NAMES = new Set("threadIdx blockIdx blockDim gridDim __syncthreads __syncwarp atomicAdd".split(" "));

const PYTHON = new RegExp(
  [
    "(?<comment>#[^\\n]*)",
    "(?<string>[rRbBfFuU]{0,2}(?:\"\"\"[^]*?(?:\"\"\"|$)|'''[^]*?(?:'''|$)|\"(?:\\\\.|[^\"\\\\\\n])*\"?|'(?:\\\\.|[^'\\\\\\n])*'?))",
    "(?<number>(?:0[xXoObB][0-9a-fA-F_]+|(?:\\d[\\d_]*\\.?[\\d_]*|\\.\\d[\\d_]*)(?:[eE][+-]?\\d+)?)[jJ]?)",
    "(?<directive>@[\\w.]+)",
    "(?<word>[\\p{L}_][\\p{L}\\p{N}_]*)",
  ].join("|"), "gu");
const CPP = new RegExp(
  [
    "(?<comment>//[^\\n]*)",
    "(?<directive>^[ \\t]*#[^\\n]*)",
    "(?<string>\"(?:\\\\.|[^\"\\\\\\n])*\"?)",
    "(?<number>\\b(?:0[xX][0-9a-fA-F']+|\\d[\\d']*\\.?\\d*(?:[eE][+-]?\\d+)?)[uUlLfF]*)",
    "(?<word>[A-Za-z_]\\w*)",
  ].join("|"), "gmu");

function cut(text, pattern, words, names) {
  const lines = [[]];
  const add = (kind, piece) => {
    for (const [i, part] of piece.split("\n").entries()) {
      if (i > 0) lines.push([]);
      if (part) lines.at(-1).push([kind, part]);
    }
  };
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    add("", text.slice(end, found.index));
    let [kind, piece] = Object.entries(found.groups).find(([, value]) => value !== undefined);
    if (kind === "word") kind = words.has(piece) ? "keyword" : names.has(piece) ? "name" : "";
    add(kind, piece);
    end = found.index + piece.length;
  }
  add("", text.slice(end));
  return lines;
}

/** For each line of a Python text its pieces, [kind, piece]. */
export const python = (text) => cut(text, PYTHON, PYTHON_WORDS, CUDA_NAMES);
/** For each line of a C++ text its pieces, [kind, piece]. */
export const cpp = (text) => cut(text, CPP, CPP_WORDS, CPP_NAMES);

/** An element with a class and children, which are elements or texts. */
export function element(tag, names, ...children) {
  const made = document.createElement(tag);
  if (names) made.className = names;
  made.append(...children);
  return made;
}

/** Pieces as elements; those in `marks`, [begin, end, class], have its class as well. */
export function pieces(line, marks = []) {
  const made = [];
  let at = 0;
  for (const [kind, piece] of line) {
    const cuts = [0, piece.length];
    for (const [begin, end] of marks)
      for (const place of [begin - at, end - at]) if (place > 0 && place < piece.length) cuts.push(place);
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; ++i) {
      const [begin, end] = [cuts[i], cuts[i + 1]];
      if (begin === end) continue;
      const over = marks.filter((mark) => mark[0] < at + end && mark[1] > at + begin).map((mark) => mark[2]);
      const names = [kind, ...new Set(over)].filter(Boolean).join(" ");
      const part = piece.slice(begin, end);
      made.push(names ? element("span", names, part) : part);
    }
    at += piece.length;
  }
  return made;
}
