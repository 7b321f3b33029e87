import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAccounts } from '#tools/bench/accounts.ts';
import { benchDeliveries } from '#tools/bench/deliveries.ts';
import { withTable } from '#tools/bench/document.ts';
import { benchFiles } from '#tools/bench/files.ts';
import { benchGrowth } from '#tools/bench/growth.ts';
import { growthPicture } from '#tools/bench/growth-picture.ts';
import { benchGuarantees } from '#tools/bench/guarantees.ts';
import { benchInbox } from '#tools/bench/inbox.ts';
import { benchLeads } from '#tools/bench/leads.ts';
import { benchLoad } from '#tools/bench/load.ts';
import { benchMarketplace } from '#tools/bench/marketplace.ts';
import { benchMemory } from '#tools/bench/memory.ts';
import { benchPages } from '#tools/bench/pages.ts';
import { benchPayments } from '#tools/bench/payments.ts';
import { benchPeers } from '#tools/bench/peers.ts';
import { benchScaling } from '#tools/bench/scaling.ts';
import { benchStart } from '#tools/bench/start.ts';
import { benchStore } from '#tools/bench/store.ts';
import { printTable, type Row } from '#tools/bench/table.ts';

/**
 * `npm run bench [-- <name> … --write]` runs the benchmarks below. Each compares its result with
 * something measured on the same machine in the same run, and none can fail. `--write` also updates
 * the tables in docs/performance.md.
 */
const benches: Record<string, () => Promise<Row[]>> = {
  load: benchLoad,
  files: benchFiles,
  leads: benchLeads,
  inbox: benchInbox,
  store: benchStore,
  deliveries: benchDeliveries,
  accounts: benchAccounts,
  marketplace: benchMarketplace,
  payments: benchPayments,
  pages: benchPages,
  memory: benchMemory,
  growth: benchGrowth,
  guarantees: benchGuarantees,
  scaling: benchScaling,
  start: benchStart,
  peers: benchPeers,
};
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) throw new Error(`no ${unknown}; there are ${Object.keys(benches)}`);
// The other products need a gigabyte of packages, so they run only when they are named.
const all = Object.keys(benches).filter((name) => name !== 'peers');

const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`;
console.log(machine);
for (const name of positionals.length > 0 ? positionals : all) {
  console.log(`\n${name} …`);
  const [load = 0] = loadavg();
  const rows = (await benches[name]?.()) ?? [];
  printTable(rows);
  const day = new Date().toISOString().slice(0, 10);
  if (values.write)
    write(name, `${day}, ${machine}, load ${load.toFixed(1)} before the start.`, rows);
}

function write(name: string, caption: string, rows: Row[]): void {
  const path = 'docs/performance.md';
  const text = withTable(readFileSync(path, 'utf8'), name, caption, rows);
  if (text) writeFileSync(path, text);
  else console.log(`${path} has no place for ${name}`);
  if (name === 'growth') writeFileSync('docs/growth.svg', growthPicture(rows));
}
