import type { z } from 'zod';
import { isBackupLate, readLastBackup } from '#lib/domain/health/last-backup.ts';
import type { healthReply } from '#lib/domain/health/schema.ts';
import { findLastReceivedAt } from '#lib/domain/webhooks/reads.ts';
import { getEnv, missingSettings } from '#lib/platform/config/env.ts';
import { filePathOf, getDb, pingDatabase } from '#lib/platform/db/client.ts';
import { lastCallsOf, recordCall } from '#lib/platform/metrics/last-calls.ts';
import { readDisk } from '#lib/platform/process/disk.ts';
import { SECOND } from '#lib/platform/process/durations.ts';
import { shareResult } from '#lib/platform/process/share-result.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { findScanner } from '#lib/platform/scanner/client.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import packageJson from '#package.json' with { type: 'json' };

const LIMIT_MS = 2000;

/**
 * Returns the public report. It is `degraded` if database or storage do not answer within 2 s, the
 * disk is full, or a setting is missing.
 */
export async function readHealth(now: number): Promise<z.infer<typeof healthReply>> {
  const env = getEnv();
  const { healthy, database } = await checkParts();
  return {
    status: healthy ? 'healthy' : 'degraded',
    version: packageJson.version,
    checks: {
      database,
      timestamp: new Date(now).toISOString(),
      environment: {
        hasDatabaseUrl: env.database.url !== undefined,
        hasDatabaseToken: env.database.token !== undefined,
        hasStorageKey: env.storage?.kind === 's3',
        hasEmailKey: env.mail.resendKey !== undefined,
        hasCrmKey: env.hubspot.token !== undefined,
        hasErrorTrackingDsn: env.sentryDsn !== undefined,
      },
    },
  };
}

/** Checks database, storage and scanner, at most once a second. */
export function checkParts(): ReturnType<typeof checkEach> {
  return shareResult('health-check', SECOND, checkEach);
}

/**
 * Returns for each configured webhook when (ms) a call last came, and since when calls are refused.
 */
export async function readWebhooks() {
  const { scheduling, crmWebhookToken, hubspot, mail } = getEnv();
  const settings = {
    scheduling: scheduling.webhookSecret,
    crm: crmWebhookToken ?? hubspot.appSecret,
    mail: mail.webhookSecret,
  };
  const sources = (['scheduling', 'crm', 'mail'] as const).filter((source) => settings[source]);
  return Promise.all(
    sources.map(async (source) => ({
      source,
      receivedAt: await findLastReceivedAt(source),
      refusedSince: lastCallsOf(`${source}-webhook`).failingSince,
    })),
  );
}

/** Returns each configured external service, and how the calls of this process to it went. */
export function listServices() {
  const { mail, transbank, mercadoPublico, hubspot, captcha, google, scheduling } = getEnv();
  const settings = {
    resend: mail.resendKey,
    webpay: transbank,
    mercado_publico: mercadoPublico.ticket,
    hubspot: hubspot.token,
    turnstile: captcha.isEnabled && captcha.secretKey,
    google,
    cal_com: scheduling.url && scheduling.apiUrl,
  };
  return providers
    .filter((provider) => settings[provider])
    .map((provider) => ({ provider, ...lastCallsOf(provider) }));
}

/**
 * Returns whether a part is known to warn or fail. Makes no calls: it reads the last calls of this
 * process, the settings, the free disk space and the stored result of the last backup.
 */
export async function hasKnownTrouble(now: number): Promise<boolean> {
  const env = getEnv();
  const isFailing = [
    ...listServices(),
    ...(['database', 'storage', 'scanner'] as const).map(lastCallsOf),
  ].some(({ failingSince }) => failingSince !== undefined);
  if (isFailing || missingSettings(env).length > 0) return true;
  if ((await readDisk()).state === 'full') return true;
  if (filePathOf(env.database.url) === null) return false;
  const backup = await readLastBackup(env.dataDir);
  return backup === null || isBackupLate(backup, now);
}

const providers = [
  'resend',
  'webpay',
  'mercado_publico',
  'hubspot',
  'turnstile',
  'google',
  'cal_com',
] as const;

/** Checks all parts in parallel. A part without an answer within 2 s counts as down. */
async function checkEach() {
  const scanner = findScanner();
  const [database, storage, isScannerUp, disk] = await Promise.all([
    hasSucceeded(async () => pingDatabase(getDb())),
    hasSucceeded(async () => getStorage().ping()),
    hasSucceeded(async () => scanner?.ping()),
    readDisk(),
  ]);
  recordCall('database', { isAnswered: database });
  recordCall('storage', { isAnswered: storage });
  if (scanner) recordCall('scanner', { isAnswered: isScannerUp });
  const scannerState = isScannerUp ? ('ready' as const) : ('unreachable' as const);
  const missing = missingSettings(getEnv());
  return {
    healthy: database && storage && disk.state !== 'full' && missing.length === 0,
    database,
    storage,
    disk: disk.state,
    diskFree: disk.freeBytes,
    scanner: scanner ? scannerState : ('off' as const),
    missing,
    calls: {
      database: lastCallsOf('database'),
      storage: lastCallsOf('storage'),
      scanner: lastCallsOf('scanner'),
    },
  };
}

function hasSucceeded(check: () => Promise<unknown>): Promise<boolean> {
  return withTimeout(check(), LIMIT_MS).then(
    () => true,
    () => false,
  );
}
