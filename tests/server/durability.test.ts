import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { startResend } from '#tests/support/providers/resend.ts';

test('kill -9 loses nothing that was acknowledged, and mails arrive once', async () => {
  const resend = await startResend();
  const variables = { RESEND_API_KEY: resend.key, RESEND_BASE_URL: resend.url };
  const app = await startApp({ variables });
  try {
    const acknowledged = await submitUntilKilled(app, { total: 100, killAfter: 50 });
    expect(acknowledged.size).toBeGreaterThanOrEqual(50);
    expect(acknowledged.size).toBeLessThan(100);
    await app.restart();

    const db = createClient({ url: `file:${join(app.dataDir, 'resguardo.db')}` });
    const stored = await db.execute('select id, email from submissions');
    const kept = new Map(stored.rows.map(({ id, email }) => [Number(id), String(email)]));
    for (const [id, email] of acknowledged) expect(kept.get(id)).toBe(email);

    // What the killed process held is due again when its lease of 30 s ends.
    const unsent =
      "select count(*) as n from deliveries where state <> 'sent' and channel = 'mail'";
    const deadline = Date.now() + 60_000;
    while (Number((await db.execute(unsent)).rows[0]?.n) > 0 && Date.now() < deadline) {
      await sleep(200);
    }
    expect((await db.execute(unsent)).rows[0]?.n).toBe(0);
    db.close();

    const keys = resend.received.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(kept.size * 2);
    const to = resend.received.flatMap((mail) => mail.to);
    for (const email of kept.values()) {
      expect(to.filter((address) => address === email)).toHaveLength(1);
    }
  } finally {
    await app.close();
    await resend.close();
  }
}, 120_000);

/** Ten at a time; the process is killed in the middle. Returns id → e-mail of what got a 200. */
async function submitUntilKilled(
  app: AppProcess,
  { total, killAfter }: { total: number; killAfter: number },
): Promise<Map<number, string>> {
  const acknowledged = new Map<number, string>();
  let next = 0;
  const send = async () => {
    while (next < total) {
      const n = next++;
      const email = `persona${n}@empresa.cl`;
      const reply = await fetch(`${app.url}/api/guarantees/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `pedido-${n}` },
        body: JSON.stringify({ ...(n % 2 ? publicBody : privateBody), email }),
      });
      const { data } = await reply.json();
      if (reply.status === 200) acknowledged.set(data.submissionId, email);
      if (acknowledged.size === killAfter) app.signal('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 10 }, send));
  return acknowledged;
}
