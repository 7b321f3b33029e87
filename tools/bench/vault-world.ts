import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@libsql/client';
import { groupedCode } from '#lib/domain/issued-guarantees/view.ts';
import { parseEnv } from '#lib/platform/config/env.ts';
import { closeDb, getDb } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { newTempPath } from '#lib/platform/storage/temp.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { fillLeads } from '#tools/bench/inbox-data.ts';
import { fillIssued, GUARANTEES_EACH } from '#tools/bench/issued-data.ts';
import { cpuMs } from '#tools/bench/process-cost.ts';

export type VaultWorld = AppProcess & { users: number };
type Options = { big?: boolean; leads?: number; variables?: Record<string, string> };

/** Number of documents per user. The first one has a link, which was opened five times. */
export const DOCUMENTS_EACH = 50;
const MIB = 1024 * 1024;
/** Settings as in production, with room for all uploads of a benchmark. */
const defaults = {
  LOG_LEVEL: 'info',
  MAX_UPLOAD_MB: '100',
  VAULT_MAX_FILES: '1000000',
  VAULT_QUOTA_MB: '1000000',
};
const bytes = Buffer.alloc(100 * MIB, 'carpeta tributaria\n');
bytes.write('%PDF-1.7\n');

/**
 * Starts the app on a database with `users` vaults and their guarantees, inserted by SQL. All
 * documents are the same small object; with `big`, one of user 0 has 100 MiB. `leads` are in the
 * inbox of an advisor.
 */
export async function startVault(
  users: number,
  { big = false, leads = 0, variables = {} }: Options = {},
): Promise<VaultWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  await openHere(dataDir);
  await fillVaults(getDb().client, users);
  await fillIssued(getDb().client, users, GUARANTEES_EACH);
  if (leads > 0) await fillLeads(getDb().client, leads);
  await put('files/small', bytes.subarray(0, 20_000));
  if (big) {
    await put('files/big', bytes);
    const size = `size = ${bytes.length}, object_key = 'files/big'`;
    await getDb().client.execute(`update documents set ${size} where file_id = 'f0'`);
  }
  await closeDb();
  const app = await startApp({ dataDir, variables: { ...defaults, ...variables } });
  await untilQuiet(app.pid());
  const close = async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...app, users, close };
}

/** Makes a new database in `dataDir` the one of this process. */
export async function openHere(dataDir: string): Promise<void> {
  for (const name of ['env', 'storage', 'object-store']) forget(name);
  singleton('env', () => parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  await migrateDatabase(getDb().client);
}

/** Waits until jobs of the start and pending mails are done, which are not measured. */
export async function untilQuiet(pid: number | undefined): Promise<void> {
  for (let spent = Number.POSITIVE_INFINITY; spent > 60; ) {
    const before = cpuMs(pid);
    await sleep(2_000);
    spent = cpuMs(pid) - before;
  }
}

export const shareTokenOf = (user: number) => `enlace-${user}`;
export const codeOf = (user: number) => groupedCode(String(user).padStart(20, '0'));
export const cookieOf = (user: number) => `${cookieNames.session}=sesion-${user}`;

async function put(key: string, content: Buffer): Promise<void> {
  const path = await newTempPath();
  await writeFile(path, content);
  await getStorage().putFile(key, path, { contentType: 'application/pdf', size: content.length });
}

/** Inserts accounts by SQL: each has `DOCUMENTS_EACH` documents, a session and a link. */
export async function fillVaults(client: Client, users: number): Promise<void> {
  const now = Date.now();
  const each = (count: number) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${count})`;
  const categories = `'["carpeta_tributaria","formulario_29","formulario_22","contrato","otros"]'`;
  await client.executeMultiple(`
    insert into accounts (id, email, role, email_verified_at, name, created_at, updated_at)
      ${each(users)} select 'u' || i, 'u' || i || '@andes.cl', 'natural', 1, 'Ana', 1, 1 from n;
    insert into alert_settings (account_id, mails_off_at) select id, 1 from accounts;
    insert into documents (id, file_id, account_id, category, custom_title, file_name,
      content_type, size, object_key, state, uploaded_at, sort_at, changed_at, expires_at)
      ${each(users * DOCUMENTS_EACH)}
      select hex(randomblob(16)), 'f' || i, 'u' || (i % ${users}),
        json_extract(${categories}, '$[' || (i / ${users} % 5) || ']'), null, 'Documento ' || i || '.pdf',
        'application/pdf', 20000, 'files/small', 'kept', ${now} - i, ${now} - i, ${now},
        case when i % 10 < 5 then ${now} + (i * 7 % 120 - 5) * ${DAY} end
      from n;`);
  for (let from = 0; from < users; from += 5_000) {
    const some = Array.from({ length: Math.min(5_000, users - from) }, (_, i) => from + i);
    await client.batch(
      some.flatMap((user) => [
        {
          sql: `insert into sessions
            (id, token_hash, account_id, profile, agent, place, created_at, seen_at)
            values (?, ?, ?, 'natural', '', '', ?, ?)`,
          args: [`s${user}`, hashToken(`sesion-${user}`), `u${user}`, now, now],
        },
        {
          sql: `insert into share_links
            (id, token_hash, account_id, notify, created_at, expires_at) values (?, ?, ?, 0, ?, ?)`,
          args: [`l${user}`, hashToken(shareTokenOf(user)), `u${user}`, now, now + DAY],
        },
      ]),
      'write',
    );
  }
  await client.executeMultiple(`
    insert into share_link_documents (link_id, position, document_id)
      select 'l' || substr(account_id, 2), 0, id from documents where file_id in
        (select 'f' || substr(id, 2) from accounts);
    insert into share_openings (link_id, document_id, place, agent, at)
      ${each(5)} select l.id, null, '203.0.113.0/24', 'Chrome', ${now} from share_links l, n;
    pragma wal_checkpoint(truncate);`);
}
