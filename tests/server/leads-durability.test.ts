import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { beforeEach, expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { type HubspotStandIn, startHubspot } from '#tests/support/providers/hubspot.ts';
import {
  type ReceivedMail,
  type ResendStandIn,
  startResend,
} from '#tests/support/providers/resend.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { waitFor } from '#tests/support/wait-for.ts';

/** `KILLS=50` is the whole of the issue. Each costs a second of restart. */
const KILLS = Number(process.env.KILLS ?? 1);
const LEADS = Math.min(1000, KILLS * 40);

let resend: ResendStandIn;
let hubspot: HubspotStandIn;
let app: AppProcess;
beforeEach(async () => {
  resend = await startResend();
  hubspot = await startHubspot();
  app = await startApp({ variables: { ...resend.variables, ...hubspot.variables } });
});

test('repeated kill -9 while leads come in loses none and doubles none', async () => {
  const acknowledged = new Map<number, string>();
  let next = 0;
  /** Sends like a careful client: with the same key until there is an answer. */
  const send = async () => {
    while (next < LEADS) {
      const n = next++;
      const email = `persona${n}@empresa.cl`;
      const id = await insist(`${app.url}/api/guarantees/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `pedido-${n}` },
        body: JSON.stringify({ ...(n % 2 ? publicBody : privateBody), email }),
      });
      acknowledged.set(id, email);
    }
  };
  const kill = async () => {
    for (let kills = 0; kills < KILLS; kills++) {
      // The kill depends on the number of acknowledged leads, not on time.
      const target = ((kills + 1) * (LEADS * 0.9)) / KILLS;
      await waitFor(() => acknowledged.size >= target);
      await app.kill9();
      await app.restart();
    }
  };
  await Promise.all([kill(), ...Array.from({ length: 12 }, send)]);
  expect(acknowledged.size).toBe(LEADS);
  await everythingSent();

  const people = [...acknowledged.values()].sort();
  expect(resend.received).toHaveLength(LEADS * 2);
  expect(new Set(resend.received.map(({ key }) => key)).size).toBe(LEADS * 2);
  const mails = Map.groupBy(resend.received, personOf);
  for (const email of people) {
    // Each mail has a partition of its own, so their order is random.
    const toPerson = mails.get(email)?.map(({ to }) => [to].flat()[0] === email);
    expect(toPerson?.toSorted()).toEqual([false, true]);
  }
  expect(hubspot.contacts.map(({ properties }) => properties.email).sort()).toEqual(people);
  expect([hubspot.deals.length, hubspot.notes.length]).toEqual([LEADS, LEADS]);
  expect(new Set(hubspot.notes.map((note) => note.associations[214])).size).toBe(LEADS);
});

/** Returns the person of a mail: its recipient, or the reply address of the team's mail. */
function personOf({ to, reply_to }: ReceivedMail): string | undefined {
  const [recipient = ''] = [to].flat();
  return recipient.startsWith('persona') ? recipient : [reply_to].flat()[0];
}

async function insist(url: string, request: RequestInit): Promise<number> {
  for (;;) {
    const response = await fetch(url, request).catch(() => null);
    const body = await response?.json().catch(() => null);
    if (response?.status === 200 && body) return body.data.submissionId;
    if (response && response.status < 500)
      throw new Error(`${response.status} ${JSON.stringify(body)}`);
    await sleep(20);
  }
}

/** Makes a killed process's deliveries due at once, without waiting for its lease of 30 s. */
async function everythingSent(): Promise<void> {
  await app.stop();
  const db = createClient({ url: `file:${join(app.dataDir, 'resguardo.db')}` });
  await db.execute(`update deliveries set due_at = 1, lease_owner = null, lease_until = null
    where lease_owner is not null`);
  await app.restart();
  const unsent = "select count(*) as n from deliveries where state <> 'sent'";
  await waitFor(async () => Number((await db.execute(unsent)).rows[0]?.n) === 0, 600_000);
  db.close();
}
