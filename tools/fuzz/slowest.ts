import { worked } from '#tests/support/timing.ts';
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

/** A linear reader takes far less. A quadratic one would take a hundred times as long. */
const LONG = RUNS > 5000 ? 200_000 : 40_000;
const BOUND_MS = 300;

/** Returns a text for which a reader takes too long, or null. Throws the reader's errors. */
export function slowest(read: (text: string) => unknown): { piece: string; ms: number } | null {
  for (const piece of pieces) {
    for (const end of ends) {
      // Lengths grow: a quadratic reader shows at 2,000 characters before it costs minutes.
      for (const length of [2_000, LONG]) {
        const text = piece.repeat(Math.ceil(length / piece.length)) + end;
        const ms = worked(() => read(text));
        if (ms > BOUND_MS) return { piece: `${piece} × ${length}${end}`, ms };
      }
    }
  }
  return null;
}
