import { describe, expect, test } from 'vitest';
import { withTable } from '#tools/bench/document.ts';
import { growthPicture } from '#tools/bench/growth-picture.ts';

const document = `# Speed

<!-- bench: peers -->
old
<!-- end -->
between
<!-- bench: memory -->
old too
<!-- end -->
`;

describe('the tables of docs/performance.md', () => {
  test('replace the old table between their marks and nothing else', () => {
    const rows = [
      ['', 'ours', 'theirs', 'aim'],
      ['create, /s', '600', '150', '≥ 500'],
      ['  p50, ms', '22.0', '80.0', ''],
    ] satisfies Parameters<typeof withTable>[3];
    expect(withTable(document, 'peers', 'Today, here.', rows)).toBe(`# Speed

<!-- bench: peers -->
Today, here.

|  | ours | theirs | aim |
|---|--:|--:|---|
| create, /s | 600 | 150 | ≥ 500 |
| p50, ms | 22.0 | 80.0 |  |

<!-- end -->
between
<!-- bench: memory -->
old too
<!-- end -->
`);
  });

  test('of values and notes have empty headings, and writing them again changes nothing', () => {
    const written = withTable(document, 'memory', 'x', [['idle, MiB', '120', '(aim ≤ 150)']]);
    expect(written).toContain('|  |  |  |\n|---|--:|---|\n| idle, MiB | 120 | (aim ≤ 150) |');
    expect(withTable(written ?? '', 'memory', 'x', [['idle, MiB', '120', '(aim ≤ 150)']])).toBe(
      written,
    );
  });

  test('are not written if their mark is missing', () => {
    expect(withTable(document, 'uploads', 'x', [['a', '1', '']])).toBeNull();
  });
});

test('the picture of the growth has a line for each row, and a steep line ends at its edge', () => {
  const picture = growthPicture([
    ['p50, ms', '1,000', '10,000', '1,000,000', 'ratio'],
    ['session check', '2.00', '2.00', '2.00', '1.00'],
    ['a slow search', '1.00', '10.0', '100', '100'],
  ]);
  const [level, steep] = [...picture.matchAll(/points="([^"]+)"/g)].map((match) => match[1]);
  expect(level).toBe('250,42.0 360,42.0 470,42.0');
  expect(steep).toBe('250,68.0 360,58.0 470,58.0');
  expect(picture).toContain('session check');
  expect(picture).toContain('1.00 → 100 ms');
});
