import { TOKEN } from '#tools/bench/inbox-data.ts';
import { answerTime } from '#tools/bench/measure.ts';
import { residentMib } from '#tools/bench/process-cost.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';
import { startVault, type VaultWorld } from '#tools/bench/vault-world.ts';

const MANY = 1_000_000;

/** Measures the CSV export of a million leads. */
export async function benchInbox(): Promise<Row[]> {
  const app = await startVault(20, { leads: MANY });
  try {
    return await exportOf(app);
  } finally {
    await app.close();
  }
}

/** Exports the leads while another advisor opens pages. */
async function exportOf(app: VaultWorld): Promise<Row[]> {
  const before = residentMib(app.pid());
  let [most, bytes] = [before, 0];
  const pages: number[] = [];
  const started = performance.now();
  const advisor = { headers: { cookie: `service_session=${TOKEN}` } };
  const response = await fetch(`${app.url}/api/admin/leads.csv`, advisor);
  let open = true;
  const visits = (async () => {
    while (open) pages.push(await answerTime(`${app.url}/api/admin/leads`, advisor));
  })();
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    most = Math.max(most, residentMib(app.pid()));
  }
  open = false;
  await visits;
  const seconds = (performance.now() - started) / 1000;
  return [
    ['CSV of all, rows/s', rounded(MANY / seconds), `${rounded(bytes / 2 ** 20)} MiB`],
    ['  memory above that before, MiB', rounded(most - before), ''],
    ['  inbox as JSON meanwhile, ms', rounded(median(pages)), ''],
  ];
}
