import { setTimeout as sleep } from 'node:timers/promises';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { benchOperations } from '#tools/bench/load-operations.ts';
import { measure } from '#tools/bench/measure.ts';
import { residentMib } from '#tools/bench/process-cost.ts';
import { type Row, rounded } from '#tools/bench/table.ts';
import { startVault, untilQuiet } from '#tools/bench/vault-world.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** Seconds after which the process should have returned memory of its start or of a rush. */
const LATER_S = 60;

/**
 * Measures the memory of the server: when idle, during each main operation, and some time later.
 */
export async function benchMemory(): Promise<Row[]> {
  const api = await startMercadoPublico();
  const app = await startVault(20, { variables: api.variables });
  const resident = () => residentMib(app.pid());
  await sleep(LATER_S * 1000);
  const rows: Row[] = [['idle, MiB', rounded(resident()), '(aim ≤ 150)']];
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, resident());
  }, 100);
  try {
    for (const { name, ours } of await benchOperations(app)) {
      const { rate } = await measure(
        { ...ours, url: app.url + ours.path },
        { pid: app.pid() },
        SECONDS,
      );
      rows.push([`  after ${name}`, rounded(resident()), `${rounded(rate)}/s`]);
      await untilQuiet(app.pid());
    }
    rows.push(['maximum during these', rounded(most), '']);
    await sleep(LATER_S * 1000);
    return [...rows, [`${LATER_S} s later`, rounded(resident()), '(aim ≤ 250)']];
  } finally {
    clearInterval(watching);
    await Promise.all([app.close(), api.close()]);
  }
}
