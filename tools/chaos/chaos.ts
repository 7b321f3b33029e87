import { execFile } from 'node:child_process';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client } from '@libsql/client';
import { parseEnv } from '#lib/platform/config/env.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { openDatabaseOf } from '#tests/support/app-session.ts';
import { type HubspotStandIn, startHubspot } from '#tests/support/providers/hubspot.ts';
import { type ResendStandIn, startResend } from '#tests/support/providers/resend.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import * as people from '#tools/chaos/acts.ts';
import * as inside from '#tools/chaos/acts-inside.ts';
import * as issued from '#tools/chaos/acts-issued.ts';
import { createLedger } from '#tools/chaos/ledger.ts';
import { type ChaosRun, createChaosRun, insertPeople } from '#tools/chaos/people.ts';
import { faultsOfProviders } from '#tools/chaos/providers.ts';

const WORKERS = 10;
const APP_SECRET = 'x'.repeat(40);
const run = promisify(execFile);

export type Outcome = { kills: number; acknowledged: number; faults: string[]; doctor: string };

/**
 * Runs every kind of write in parallel, and `kill -9` in between, `kills` times. After each kill,
 * all acknowledged writes must be in the database and the doctor must find no problem. In the end
 * each provider must have received each thing once, and both sides must agree about money.
 */
export async function runChaos(
  kills: number,
  tell: (outcome: Outcome) => void = () => {},
): Promise<Outcome> {
  const [resend, hubspot, webpay] = await Promise.all([
    startResend(),
    startHubspot(),
    startWebpay(),
  ]);
  const app = await startApp({
    variables: {
      APP_SECRET,
      RESEND_API_KEY: resend.key,
      RESEND_BASE_URL: resend.url,
      ...hubspot.variables,
      ...webpay.variables,
      ...inside.secrets,
    },
  });
  singleton('env', () => parseEnv({ DATA_DIR: app.dataDir, APP_SECRET, APP_URL: app.url }));
  const db = openDatabaseOf(app);
  const ledger = createLedger();
  const outcome: Outcome = { kills: 0, acknowledged: 0, faults: [], doctor: '' };
  try {
    await insertPeople(db);
    const bench = createChaosRun(app, ledger);
    while (outcome.kills < kills && outcome.faults.length === 0) {
      await strainUntilKilled(bench, webpay);
      outcome.kills += 1;
      outcome.faults.push(...(await ledger.lost(db)), ...bench.unexpected.splice(0));
      await app.restart();
      outcome.doctor = await askDoctor(app, outcome.faults);
      outcome.acknowledged = ledger.acknowledged();
      tell(outcome);
    }
    if (outcome.faults.length === 0) await settle(app, db);
    outcome.faults.push(...(await ledger.lost(db)));
    outcome.faults.push(...(await faultsOfProviders(db, { resend, hubspot, webpay })));
    outcome.doctor = await askDoctor(app, outcome.faults);
  } finally {
    forget('env');
    db.close();
    await app.close();
    await Promise.all([resend.close(), hubspot.close(), webpay.close()]);
  }
  return outcome;
}

async function strainUntilKilled(bench: ChaosRun, webpay: WebpayStandIn): Promise<void> {
  const { payWith, leadIdOf: _lead, secrets: _, ...rest } = inside;
  const acts = [
    ...Object.values(people),
    ...Object.values(rest),
    ...Object.values(issued),
    payWith(webpay),
  ];
  const work = async () => {
    for (;;) await acts[Math.floor(Math.random() * acts.length)]?.(bench);
  };
  const workers = Promise.allSettled(Array.from({ length: WORKERS }, work));
  const { ledger, unexpected } = bench;
  const enough = ledger.acknowledged() + 15 + Math.floor(Math.random() * 60);
  await waitFor(() => ledger.acknowledged() >= enough || unexpected.length > 0);
  await bench.app.kill9();
  for (const end of await workers) {
    // A broken connection is intended. Anything else is a fault.
    const broken = end.status === 'rejected' && end.reason instanceof TypeError;
    const cut = end.status === 'rejected' && end.reason?.message === 'terminated';
    if (end.status === 'rejected' && !broken && !cut)
      bench.unexpected.push(String(end.reason?.stack));
  }
}

async function askDoctor(app: AppProcess, faults: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    DATA_DIR: app.dataDir,
    APP_SECRET,
    NODE_ENV: 'production',
  } as const;
  try {
    const { stdout } = await run(process.execPath, ['scripts/doctor.ts'], { env });
    return stdout.trim();
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    faults.push(`doctor: ${stdout}${stderr}`);
    return stdout.trim();
  }
}

/**
 * Makes time pass: leases of killed processes end, open payments become due, and files get as old
 * as the doctor requires. Then delivers what waits.
 */
async function settle(app: AppProcess, db: Client): Promise<void> {
  await app.stop();
  await db.executeMultiple(`
    update leases set until = 0;
    update deliveries set due_at = 1, lease_owner = null, lease_until = null, not_before = null
      where state = 'waiting' and due_at is not null;
    update deliveries set not_before = null where state = 'waiting';
    update payments set created_at = created_at - ${20 * MINUTE},
      commit_requested_at = commit_requested_at - ${20 * MINUTE},
      next_check_at = next_check_at - ${20 * MINUTE} where next_check_at is not null;
    update payment_refunds set requested_at = requested_at - ${20 * MINUTE} where state = 'asked';
    update uploads set created_at = created_at - ${90 * MINUTE} where state = 'removing';
    update documents set changed_at = changed_at - ${90 * MINUTE} where state in ('removing', 'deleted')`);
  const files = join(app.dataDir, 'files');
  for (const name of readdirSync(files, { recursive: true }))
    utimesSync(join(files, String(name)), 1, 1);
  const open = `select (select count(*) from deliveries where state = 'waiting')
    + (select count(*) from payments where next_check_at is not null) as n`;
  const left = async () => Number((await db.execute(open)).rows[0]?.n);
  // Each start runs the sweeper once, which checks about 20 payments.
  for (let rounds = 0; rounds < 60; rounds += 1) {
    await app.restart();
    let [least, since] = [await left(), Date.now()];
    while (least > 0 && Date.now() - since < 2000) {
      await sleep(50);
      const now = await left();
      if (now < least) [least, since] = [now, Date.now()];
    }
    if (least === 0) return;
  }
}

export type Providers = { resend: ResendStandIn; hubspot: HubspotStandIn; webpay: WebpayStandIn };
