import { setTimeout as sleep } from 'node:timers/promises';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { benchOperations, type Operation } from '#tools/bench/load-operations.ts';
import { residentMib } from '#tools/bench/process-cost.ts';
import { median, printTable, type Row, rounded } from '#tools/bench/table.ts';
import { cookieOf, startVault, type VaultWorld } from '#tools/bench/vault-world.ts';

/**
 * `npm run soak` runs all operations for SOAK_SECONDS (600) and then checks the memory. Exits with
 * 1 when the last third needed more than 1.1 times the memory of the first third, or when a request
 * was refused.
 */
const SECONDS = Number(process.env.SOAK_SECONDS ?? 600);
/** The first minute does not count, because code is being compiled and caches are filled. */
const WARM_UP = Math.min(60, SECONDS / 5);
const PEOPLE = 8;
const PAUSE_MS = 20;

const [hubspot, marketplace] = await Promise.all([
  startHubspot({ isSetUp: true }),
  startMercadoPublico(),
]);
const app = await startVault(20, {
  variables: { ...marketplace.variables, ...hubspot.variables },
});
const answered = new Map<string, number>();
const refused: string[] = [];
const memory: number[] = [];

try {
  const operations = await benchOperations(app);
  const until = Date.now() + (WARM_UP + SECONDS) * 1000;
  const from = Date.now() + WARM_UP * 1000;
  await Promise.all([
    ...Array.from({ length: PEOPLE }, (_, person) => keepAsking(operations, person, until)),
    watchMemory(from, until),
  ]);
  printTable(summary());
} finally {
  await app.close();
  await Promise.all([hubspot.close(), marketplace.close()]);
}

async function keepAsking(operations: Operation[], person: number, until: number): Promise<void> {
  for (let n = person; Date.now() < until; n++) {
    const operation = operations[n % operations.length];
    if (operation) await ask(operation, person);
    await sleep(Math.random() * 2 * PAUSE_MS);
  }
}

async function ask({ name, ours }: Operation, person: number): Promise<void> {
  const { path, ...init } = ours;
  const headers: Record<string, string> = { ...init.headers };
  if (headers.cookie) headers.cookie = cookieOf(person);
  // The document to download belongs to user 1.
  const options = path.includes('download') ? init : { ...init, headers };
  const response = await fetch(app.url + path, options);
  const body = await response.text();
  answered.set(name, (answered.get(name) ?? 0) + 1);
  if (!response.ok) refused.push(`${name}: ${response.status} ${body.slice(0, 100)}`);
  else if (name.startsWith('upload')) await remove(app, JSON.parse(body).data, headers);
}

/** Deletes an uploaded document, so that the vaults do not grow. */
async function remove(
  { url }: VaultWorld,
  document: { id: string },
  { cookie = '' }: Record<string, string>,
): Promise<void> {
  const response = await fetch(`${url}/api/documents/delete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ category: 'contrato', documentId: document.id }),
  });
  if (!response.ok) refused.push(`delete: ${response.status} ${await response.text()}`);
}

async function watchMemory(from: number, until: number): Promise<void> {
  await sleep(from - Date.now());
  while (Date.now() < until) {
    memory.push(residentMib(app.pid()));
    await sleep(1000);
  }
}

function summary(): Row[] {
  const third = Math.floor(memory.length / 3);
  const [first, last] = [median(memory.slice(0, third)), median(memory.slice(-third))];
  const total = [...answered.values()].reduce((sum, count) => sum + count, 0);
  const grew = last / first;
  if (grew > 1.1 || refused.length > 0 || total === 0) process.exitCode = 1;
  return [
    [
      `answered in ${SECONDS} s`,
      `${total}`,
      [...answered].map((pair) => pair.join(' ')).join(', '),
    ],
    ['refused', `${refused.length}`, [...new Set(refused)].slice(0, 5).join('; ')],
    ['mails / CRM records', `${mailboxFilesIn(app.dataDir).length} / ${hubspot.deals.length}`, ''],
    ['memory of the first third, MiB', rounded(first), 'medians'],
    ['  of the last third', rounded(last), `ratio ${rounded(grew)} (at most 1.1)`],
  ];
}
