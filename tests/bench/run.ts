import { cpus } from 'node:os';
import { benchAccounts } from '#tests/bench/accounts.ts';
import { benchDeliveries } from '#tests/bench/deliveries.ts';
import { benchInbox } from '#tests/bench/inbox.ts';
import { benchLeads } from '#tests/bench/leads.ts';
import { benchLoad } from '#tests/bench/load.ts';
import { benchMarketplace } from '#tests/bench/marketplace.ts';
import { benchPages } from '#tests/bench/pages.ts';
import { benchPayments } from '#tests/bench/payments.ts';
import { benchScaling } from '#tests/bench/scaling.ts';
import { benchStart } from '#tests/bench/start.ts';
import { benchStore } from '#tests/bench/store.ts';
import { benchSubmissions } from '#tests/bench/submissions.ts';
import { printTable, type Row } from '#tests/bench/table.ts';
import { benchUploads } from '#tests/bench/uploads.ts';
import { benchVault } from '#tests/bench/vault.ts';

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
