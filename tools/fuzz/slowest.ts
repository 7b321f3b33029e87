import { measureCpuTime } from '#tests/support/timing.ts';
import { RUNS } from '#tools/fuzz/property.ts';

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

/** A linear parser needs far less time. A quadratic one would need a hundred times as much. */
const LONG = RUNS > 5000 ? 200_000 : 40_000;
const BOUND_MS = 300;

/** Returns a text for which `read` takes too long, or null. Throws the errors of `read`. */
export function slowest(read: (text: string) => unknown): { piece: string; ms: number } | null {
  for (const piece of pieces) {
    for (const end of ends) {
      // Short texts come first: a quadratic parser is noticed at 2,000 characters, before it costs
      // minutes.
      for (const length of [2_000, LONG]) {
        const text = piece.repeat(Math.ceil(length / piece.length)) + end;
        const ms = measureCpuTime(() => read(text));
        if (ms > BOUND_MS) return { piece: `${piece} × ${length}${end}`, ms };
      }
    }
  }
  return null;
}
