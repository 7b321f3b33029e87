import { cpuMs, residentMib } from '#tools/bench/process-cost.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);

/**
 * A way to move bytes, and the process that does it, if it can be measured. `mib` moves some and
 * returns how many MiB.
 */
export type Way = { pid?: number | undefined; mib: () => Promise<number> };

/**
 * Compares two ways to move the same bytes, in turns: throughput, processor time per 100 MiB and
 * growth of memory.
 */
export async function compareWays(
  [name, ours]: [name: string, ours: Way],
  [otherName, other]: [name: string, other: Way],
  aim: number,
): Promise<Row[]> {
  await ours.mib();
  await other.mib();
  const before = residentMib(ours.pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMib(ours.pid));
  }, 20);
  const found: Measured[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    found.push([await measured(ours), await measured(other)]);
  }
  clearInterval(sampling);
  const middle = (which: 0 | 1, measure: keyof Measured) =>
    median(found.map((pair) => pair[which]?.[measure] ?? Number.NaN));
  const ratio = rounded(middle(0, 'rate') / middle(1, 'rate'));
  const otherWork = Number.isNaN(middle(1, 'work')) ? '' : rounded(middle(1, 'work'));
  return [
    [`${name}, MiB/s`, rounded(middle(0, 'rate')), `ratio ${ratio} (aim ≥ ${aim})`],
    [`  ${otherName}`, rounded(middle(1, 'rate')), `${ROUNDS} rounds in turns`],
    [
      '  processor time per 100 MiB, ms',
      rounded(middle(0, 'work')),
      otherWork && `${otherName} ${otherWork}`,
    ],
    ['  growth of memory, MiB', rounded(peak - before), `from ${rounded(before)} (aim ≤ 50)`],
  ];
}

/** `rate` is in MiB per second, `work` in ms of processor time per 100 MiB. */
type Measured = { rate: number; work: number };

async function measured({ pid, mib }: Way): Promise<Measured> {
  const [spent, started] = [cpuMs(pid), performance.now()];
  const moved = await mib();
  const seconds = (performance.now() - started) / 1000;
  return { rate: moved / seconds, work: ((cpuMs(pid) - spent) / moved) * 100 };
}
