import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTrail, sealDays } from '#lib/domain/audit/seal.ts';
import { checkSealTimes } from '#lib/domain/audit/seal-times.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditDays } from '#lib/platform/db/schema/audit.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { runCommand } from '#tests/support/backups.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const problems = async () =>
  [...(await checkTrail(now())), ...(await checkSealTimes(now()))].map(
    ({ problem, id }) => `${id} ${problem.replace('audit trail: ', '')}`,
  );

async function put(count: number): Promise<void> {
  await getDb().write(async (tx) => {
    const where = { requestId: 'r', ip: '203.0.113.7', now: now() };
    for (let n = 0; n < count; n++) {
      await audit(tx, where, { accountId: 'una', action: 'profile.updated', subject: `lead:${n}` });
    }
  });
}

/** Makes events at noon of 20 to 23 November, each day sealed in the night after it. */
async function fourDays(): Promise<void> {
  for (let day = 0; day < 4; day++) {
    await put(3);
    world.advance(14 * HOUR);
    await sealDays(now());
    world.advance(10 * HOUR);
  }
}

async function asWhoHoldsTheFile(...statements: string[]): Promise<void> {
  for (const name of ['audit_events_stay', 'audit_events_sealed', 'audit_days_stay']) {
    await getDb().client.execute(`drop trigger if exists ${name}`);
  }
  await getDb().client.execute('drop trigger if exists audit_days_kept');
  for (const statement of statements) await getDb().client.execute(statement);
}

test('neither days that were sealed in time nor the current day are reported', async () => {
  await fourDays();
  await put(1);
  expect(await problems()).toEqual([]);
});

test('an event that takes the id of a deleted event is reported', async () => {
  await fourDays();
  await put(1);
  world.advance(800 * DAY);
  await asWhoHoldsTheFile('delete from audit_events where id in (2, 5)');
  expect(await checkTrail(now())).toEqual([]);
  await asWhoHoldsTheFile(
    `insert into audit_events (id, account_id, actor, action, subject, place, request_id, at)
      select 5, account_id, actor, action, subject, place, request_id, ${now() - HOUR}
      from audit_events where id = 4`,
  );
  expect(await checkTrail(now())).toEqual([
    { problem: 'audit trail: events were added', id: '2026-11-21' },
  ]);
});

test.each([2, 3])(
  'days that were deleted from day %i on and sealed again are reported',
  async (from) => {
    await fourDays();
    const first = `2026-11-${19 + from}`;
    await asWhoHoldsTheFile(
      `delete from audit_days where day >= '${first}'`,
      `delete from audit_events where id = ${3 * from - 1}`,
      `update audit_events set id = id - 1 where id >= ${3 * from}`,
      "update sqlite_sequence set seq = seq - 1 where name = 'audit_events'",
    );
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].slice(from - 1);
    expect(await problems()).toEqual(days.map((day) => `${day} ended without a seal`));
    await sealDays(now());
    expect(await problems()).toEqual(
      days.map((day) =>
        expect.stringMatching(new RegExp(`^${day} sealed \\d+ hours after its day`)),
      ),
    );
  },
);

test('an ended day without a seal is reported only after the night, although no event is missing', async () => {
  await put(2);
  world.advance(17 * HOUR);
  expect(await problems()).toEqual([]);
  world.advance(2 * HOUR);
  expect(await problems()).toEqual(['2026-11-20 ended without a seal']);
});

test('a seal that is late because the server stood still is reported for about a quarter', async () => {
  await put(1);
  world.advance(3 * DAY);
  await sealDays(now());
  expect(await problems()).toEqual(['2026-11-20 sealed 60 hours after its day ended']);
  world.advance(100 * DAY);
  expect(await problems()).toEqual([]);
});

test('a backup’s manifest holds the last digest, and restore and doctor compare it with the trail', async () => {
  await fourDays();
  const last = (await getDb().read.select().from(auditDays)).at(-1);
  const digest = last?.digest ?? '';
  const env = { DATA_DIR: world.dataDir };
  const target = join(world.dataDir, 'copias');
  const { output } = await runCommand('backup', [target], env);
  expect(output).toContain(`Audit trail sealed up to 2026-11-23, digest ${digest}.`);
  const backup = /Backup: (.*)/.exec(output)?.[1] ?? '';
  const manifest = join(backup, 'manifest.jsonl');
  const [head = '', ...lines] = readFileSync(manifest, 'utf8').split('\n');
  expect(JSON.parse(head).trail).toEqual({ day: '2026-11-23', digest });

  const to = join(world.dataDir, 'otra');
  const restored = await runCommand('restore', [backup, '--to', to], env);
  expect(restored).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining(`digest ${digest}.`),
  });
  const doctor = (...args: string[]) => runCommand('doctor', args, { DATA_DIR: to });
  const healthy = await doctor('--digest', digest);
  expect(healthy.output).toContain(`Trail: 2026-11-23 is sealed, digest ${digest}.`);
  expect(healthy.output).not.toMatch(/missing/);
  const other = await doctor('--digest', 'f'.repeat(64));
  expect(other.output).toContain('no day has this digest');
  expect(other.exitCode).toBe(1);

  const trail = { day: '2026-11-23', digest: 'f'.repeat(64) };
  writeFileSync(manifest, [JSON.stringify({ ...JSON.parse(head), trail }), ...lines].join('\n'));
  rmSync(to, { recursive: true });
  expect(await runCommand('restore', [backup, '--to', to], env)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('audit trail is not that of its manifest'),
  });
});
