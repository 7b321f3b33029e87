import type { Row } from '#tools/bench/table.ts';

const ROW = 26;
const [LEFT, RIGHT] = [250, 470];
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .quiet { fill: #59636e; }
  .end { text-anchor: end; }
  polyline { fill: none; stroke: #0969da; stroke-width: 2; }
  rect { fill: #0969da; fill-opacity: 0.12; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .quiet { fill: #9198a1; }
    polyline { stroke: #58a6ff; }
    rect { fill: #58a6ff; }
  }`;

/**
 * Draws the table of `growth` as SVG: a line per question, with a point for each size. The first
 * value is at half of the height. The band ends at the target.
 */
export function growthPicture([head = [''], ...rows]: Row[]): string {
  const sizes = head.slice(1, -1);
  const height = (rows.length + 1) * ROW + 10;
  const x = (i: number) => LEFT + ((RIGHT - LEFT) * i) / (sizes.length - 1);
  const lines = rows.map(([name, ...cells], n) => {
    const bottom = (n + 2) * ROW;
    const times = cells.slice(0, -1).map(Number);
    const [first = 1] = times;
    const y = (ratio: number) => (bottom - (Math.min(ratio, 2) * (ROW - 6)) / 2).toFixed(1);
    const points = times.map((time, i) => `${x(i).toFixed(0)},${y(time / first)}`);
    return [
      `<text x="0" y="${bottom - 6}">${name}</text>`,
      `<rect x="${LEFT}" y="${y(1.3)}" width="${RIGHT - LEFT}" height="${bottom - Number(y(1.3))}"/>`,
      `<polyline points="${points.join(' ')}"/>`,
      `<text class="quiet end" x="610" y="${bottom - 6}">${cells[0]} → ${cells.at(-2)} ms</text>`,
      `<text class="end" x="680" y="${bottom - 6}">× ${cells.at(-1)}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 692 ${height}" role="img">`,
    '<title>How long an answer takes as the database grows</title>',
    `<style>${style}\n</style>`,
    `<text class="quiet" x="${LEFT}" y="${ROW - 8}">${sizes[0]}</text>`,
    `<text class="quiet end" x="${RIGHT}" y="${ROW - 8}">${sizes.at(-1)} rows</text>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
