const pieces = [
  '1',
  '1.',
  '1,',
  '.',
  '-',
  ' ',
  '\t',
  'a',
  'a@',
  '@',
  '/',
  '\\',
  ';',
  '=',
  'a=b; ',
  '"',
  'W/"',
  ',',
  ':',
  '%',
  '(',
  '\n',
  'é',
  'e\u0301',
  '\u202e',
  '😀',
  '1-',
  'K',
  '$ ',
];
const ends = ['', '!', 'x', '\u0000'];

/** A tenth of a second for 200,000 characters: a square would take minutes, and stops there. */
const LONG = 200_000;
const BOUND_MS = 400;

/** The text that a reader takes too long for, or null. Throws what the reader throws. */
export function slowest(read: (text: string) => unknown): { piece: string; ms: number } | null {
  for (const piece of pieces) {
    for (const end of ends) {
      // Growing lengths: a square shows at 20,000 characters before it costs minutes.
      for (const length of [2_000, 20_000, LONG]) {
        const text = piece.repeat(Math.ceil(length / piece.length)) + end;
        const start = performance.now();
        read(text);
        const ms = performance.now() - start;
        if (ms > BOUND_MS) return { piece: `${piece} × ${length}${end}`, ms };
      }
    }
  }
  return null;
}
