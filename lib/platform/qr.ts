/**
 * A QR code (ISO/IEC 18004) of the one size that our links need: version 6, level L, bytes, mask 0. A
 * reader takes any mask; choosing among eight only spares it work.
 */
const SIZE = 41;
const BLOCKS = 2;
const DATA = 68;
const CHECK = 18;
/** Of level and mask, with its own check bits: table C.1. */
const FORMAT = 0x77c4;
const MOST_BYTES = BLOCKS * DATA - 2;

/** Rows of modules, true where dark; null for more than 134 bytes. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_BYTES) return null;
  const dark = emptyRows();
  const isFixed = emptyRows();
  const fix = (x: number, y: number, value: boolean) => {
    const [row, fixed] = [dark[y], isFixed[y]];
    if (!row || !fixed || x < 0 || x >= SIZE) return;
    row[x] = value;
    fixed[x] = true;
  };
  fixPatterns(fix);
  const bits = codewordsOf(bytes).flatMap((byte) => bitsOf(byte, 8));
  let next = 0;
  // In pairs of columns from the right, up and down by turns; the column of the timing is left out.
  for (let pair = 0; pair < SIZE >> 1; pair++) {
    const right = SIZE - 1 - 2 * pair - (pair < 17 ? 0 : 1);
    for (let step = 0; step < SIZE; step++) {
      const y = pair % 2 === 0 ? SIZE - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (!row || isFixed[y]?.[x]) continue;
        row[x] = (bits[next++] ?? false) !== ((x + y) % 2 === 0);
      }
    }
  }
  return dark;
}

type Fix = (x: number, y: number, value: boolean) => void;

function fixPatterns(fix: Fix): void {
  for (let i = 0; i < SIZE; i++) {
    fix(6, i, i % 2 === 0);
    fix(i, 6, i % 2 === 0);
  }
  const last = SIZE - 4;
  square(fix, { x: 3, y: 3, reach: 4 });
  square(fix, { x: last, y: 3, reach: 4 });
  square(fix, { x: 3, y: last, reach: 4 });
  square(fix, { x: 34, y: 34, reach: 2 });
  bitsOf(FORMAT, 15)
    .reverse()
    .forEach((bit, i) => {
      fix(8, i < 6 ? i : i < 8 ? i + 1 : SIZE - 15 + i, bit);
      fix(i < 8 ? SIZE - 1 - i : i === 8 ? 7 : 14 - i, 8, bit);
    });
  fix(8, SIZE - 8, true);
}

/** Rings around a middle, dark but for the second from there and what separates a finder. */
function square(fix: Fix, { x, y, reach }: { x: number; y: number; reach: number }): void {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      fix(x + dx, y + dy, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
    }
  }
}

/** The bytes with length and padding, their check bytes, interleaved by block. */
function codewordsOf(bytes: Buffer): number[] {
  const hex = `4${bytes.length.toString(16).padStart(2, '0')}${bytes.toString('hex')}0`;
  const padding = 'ec11'.repeat(BLOCKS * DATA);
  const data = [...Buffer.from((hex + padding).slice(0, 2 * BLOCKS * DATA), 'hex')];
  const blocks = Array.from({ length: BLOCKS }, (_, i) => data.slice(i * DATA, (i + 1) * DATA));
  const both = (parts: number[][], length: number) =>
    Array.from({ length }, (_, i) => parts.map((part) => part[i] ?? 0)).flat();
  return [...both(blocks, DATA), ...both(blocks.map(checkOf), CHECK)];
}

/** Reed-Solomon: the remainder by (x - 1)(x - 2)(x - 4)…, in the field of 256 by 0x11d. */
function checkOf(data: readonly number[]): number[] {
  let divisor = [1];
  for (let i = 0, root = 1; i < CHECK; i++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((c, j) => c ^ times(divisor[j - 1] ?? 0, root));
  }
  let rest: number[] = Array(CHECK).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((c, j) => c ^ times(divisor[j + 1] ?? 0, factor));
  }
  return rest;
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0) ^ ((b >> bit) & 1 ? a : 0);
  }
  return product;
}

function bitsOf(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, i) => ((value >> (count - 1 - i)) & 1) === 1);
}

function emptyRows(): boolean[][] {
  return Array.from({ length: SIZE }, () => Array<boolean>(SIZE).fill(false));
}
