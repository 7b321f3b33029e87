import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { insertLeads } from '#tests/support/leads.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import { TENDER_CODE, tendersForTest } from '#tests/support/tenders.ts';
import { waitFor } from '#tests/support/wait-for.ts';

/** `KILLS=50` runs many. */
const KILLS = Number(process.env.KILLS ?? 6);
/** Number of requests, too many for one write. */
const REQUESTS = 250;

const tenders = tendersForTest();
const program = join(import.meta.dirname, '../support/tenders-process.ts');

function start(more: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...tenders.programIn(), ...more },
  });
}

async function finish(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
}

/** Lets a day pass for every process at once. */
async function due(state: number): Promise<void> {
  tenders.api.set({ tenders: [createTender({ state })] });
  await getDb().write(async (tx) => {
    await tx.run(sql`delete from marketplace_answers`);
    await tx.run(sql`update watched_tenders set next_at = 0`);
  });
}

/** Returns how many lines, CRM notes and news each request has: once each, in their order. */
async function notices() {
  return getDb().read.all(sql`
    select distinct count(*) as lines, group_concat(e.detail ->> '$.what', ' ') as what,
      (select count(*) from deliveries d
        where d.partition = 'lead:' || l.id || '/crm' and d.kind = 'lead.crm-note') as notes,
      (select count(*) from tender_news n where n.lead_id = l.id) as news
    from leads l join lead_events e on e.lead_id = l.id and e.kind = 'tender' group by l.id`);
}

const lineCount = () => getDb().read.$count(leadEvents);

async function putRequests(): Promise<void> {
  const rows = Array.from({ length: REQUESTS }, (_, n) => ({
    kind: 'garantia' as const,
    submissionId: n + 1,
    email: `persona${n}@obras.cl`,
    tenderId: TENDER_CODE,
  }));
  await insertLeads(rows);
  await finish(start());
}

test('after kill -9 in the middle of a round, every request gets each change of its tender once', {
  timeout: 600_000,
}, async () => {
  await putRequests();
  const words: string[] = [];
  for (let n = 0; n < KILLS; n += 1) {
    const requested = tenders.api.calls.length;
    await due(n % 2 === 0 ? 19 : 5);
    words.push(n % 2 === 0 ? 'suspended' : 'resumed');
    const child = start();
    const end = once(child, 'close');
    const reached = n * REQUESTS + Math.floor(Math.random() * REQUESTS);
    await waitFor(
      async () => tenders.api.calls.length > requested && (await lineCount()) >= reached,
    );
    child.kill('SIGKILL');
    await end;
    // Another instance would wait for the lease of the killed one.
    await getDb().write((tx) => tx.run(sql`delete from leases`));
    await finish(start());
    const [all, ...others] = await notices();
    expect(others).toEqual([]);
    const lines = n + 1;
    expect(all).toEqual({ lines, what: words.join(' '), notes: lines, news: lines });
  }
});

test.each([
  ['of which one waits for the lease', 'on'],
  ['that both ask', 'off'],
])('two servers %s tell each request a change of its tender once', async (_, LEASE) => {
  await putRequests();
  await due(19);
  tenders.api.set({ latencyMs: 100 });
  await Promise.all([start({ LEASE }), start({ LEASE })].map(finish));
  expect(await notices()).toEqual([{ lines: 1, what: 'suspended', notes: 1, news: 1 }]);
  expect(tenders.api.calls.slice(1).every(({ status }) => status === 200)).toBe(true);
});
