import { cpus } from 'node:os';
import { benchAccounts } from '#tools/bench/accounts.ts';
import { benchDeliveries } from '#tools/bench/deliveries.ts';
import { benchInbox } from '#tools/bench/inbox.ts';
import { benchLeads } from '#tools/bench/leads.ts';
import { benchLoad } from '#tools/bench/load.ts';
import { benchMarketplace } from '#tools/bench/marketplace.ts';
import { benchMemory } from '#tools/bench/memory.ts';
import { benchPages } from '#tools/bench/pages.ts';
import { benchPayments } from '#tools/bench/payments.ts';
import { benchScaling } from '#tools/bench/scaling.ts';
import { benchStart } from '#tools/bench/start.ts';
import { benchStore } from '#tools/bench/store.ts';
import { benchSubmissions } from '#tools/bench/submissions.ts';
import { printTable, type Row } from '#tools/bench/table.ts';
import { benchUploads } from '#tools/bench/uploads.ts';
import { benchVault } from '#tools/bench/vault.ts';

/**
 * `npm run bench [-- <name> …]`, the names below. Everything is held against something measured in
 * the same run on the same machine; nothing fails on a number.
 */
const benches: Record<string, () => Promise<Row[]>> = {
  load: benchLoad,
  submissions: benchSubmissions,
  uploads: benchUploads,
  leads: benchLeads,
  inbox: benchInbox,
  vault: benchVault,
  store: benchStore,
  deliveries: benchDeliveries,
  accounts: benchAccounts,
  marketplace: benchMarketplace,
  payments: benchPayments,
  pages: benchPages,
  memory: benchMemory,
  scaling: benchScaling,
  start: benchStart,
};
const wanted = process.argv.slice(2);

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name} …`);
  printTable(await bench());
}
