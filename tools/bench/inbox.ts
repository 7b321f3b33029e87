import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { hashToken } from '#lib/platform/secrets.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { residentMib } from '#tools/bench/process-cost.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const FEW = 1000;
const MANY = 1_000_000;
const ROUNDS = 40;
export const TOKEN = 't'.repeat(43);

/** What an advisor opens; each is held against the same over the small inbox. */
const views: [name: string, path: string][] = [
  ['inbox page', '/admin'],
  ['  filtered: experts that wait', '/admin?kind=experto&handled=no'],
  ['  filtered: nobody’s, of a week', '/admin?assigned=nobody&from=2026-10-01&to=2026-10-07'],
  ['  filtered: issued and handled', '/admin?state=emitida&handled=yes'],
  ['  search: a name', '/admin?q=ana'],
  ['  search: a common beginning', '/admin?q=constr'],
  ['  search: a rare beginning', '/admin?q=persona77'],
  ['  search: an e-mail', '/admin?q=persona777@constructora777.cl'],
  ['  search: a RUT', '/admin?q=10.000.777-7'],
  ['  search: a tender', '/admin?q=1777-57-LE26'],
  ['  search: two words and a filter', '/admin?q=ana+mu%C3%B1oz&handled=no'],
  ['  search: two common words that never meet', '/admin?q=andes+norte'],
  ['inbox as JSON', '/api/admin/leads'],
];

export async function benchInbox(): Promise<Row[]> {
  const few = await startInbox(FEW);
  const many = await startInbox(MANY);
  try {
    const rows: Row[] = [];
    for (const [name, path] of views) {
      const times: [number[], number[]] = [[], []];
      for (let round = -3; round < ROUNDS; round++) {
        const [small, large] = [await timeOf(few, path), await timeOf(many, path)];
        if (round >= 0) {
          times[0].push(small);
          times[1].push(large);
        }
      }
      const [small, large] = times.map(median) as [number, number];
      const note = `${rounded(small)} over ${FEW}: ratio ${rounded(large / small)} (aim ≤ 1.3)`;
      rows.push([`${name}, ms`, rounded(large), note]);
    }
    return [...rows, ...(await exportOf(many))];
  } finally {
    await Promise.all([few.close(), many.close()]);
  }
}

async function timeOf(app: AppProcess, path: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(app.url + path, { headers: { cookie: `service_session=${TOKEN}` } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return performance.now() - started;
}

/** All of it as CSV, while another advisor opens a page every now and then. */
async function exportOf(app: AppProcess): Promise<Row[]> {
  const before = residentMib(app.pid());
  let [most, bytes] = [before, 0];
  const pages: number[] = [];
  const started = performance.now();
  const response = await fetch(`${app.url}/api/admin/leads.csv`, {
    headers: { cookie: `service_session=${TOKEN}` },
  });
  let open = true;
  const visits = (async () => {
    while (open) pages.push(await timeOf(app, '/api/admin/leads'));
  })();
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    most = Math.max(most, residentMib(app.pid()));
  }
  open = false;
  await visits;
  const seconds = (performance.now() - started) / 1000;
  return [
    ['CSV of all, rows/s', rounded(MANY / seconds), `${rounded(bytes / 2 ** 20)} MiB`],
    ['  memory above that before, MiB', rounded(most - before), ''],
    ['  inbox as JSON meanwhile, ms', rounded(median(pages)), ''],
  ];
}

async function startInbox(leads: number): Promise<AppProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const db = openDatabase(`file:${join(dataDir, 'resguardo.db')}`);
  await migrateDatabase(db.client);
  await fillLeads(db.client, leads);
  await db.close();
  const app = await startApp({ dataDir, variables: { LOG_LEVEL: 'silent' } });
  return {
    ...app,
    close: async () => {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** An advisor, signed in with `TOKEN`, and so many leads. */
export async function fillLeads(client: Client, leads: number): Promise<void> {
  await client.batch(
    [
      `insert into accounts (id, email, role, email_verified_at, created_at, updated_at)
        values ('a', 'asesora@resguardo.cl', 'admin', 1, 1, 1)`,
      {
        sql: `insert into sessions
          (id, token_hash, account_id, profile, agent, place, created_at, seen_at)
          values ('s', ?, 'a', 'admin', '', '', ?, ?)`,
        args: [hashToken(TOKEN), Date.now(), Date.now()],
      },
      { sql: fill, args: [leads, leads] },
      `insert into submissions (id, sistema, source, nombre, email, telefono, answers,
          consent_version, consent_address, request_id, created_at)
        select submission_id, 'chilecompra', 'api', name, email, phone,
          '{"sistemaLicitacion":"chilecompra","garantias":[{"tipoGarantia":"seriedad",'
          || '"montoGarantia":"1500000","monedaGarantia":"pesos","vigenciaDesde":"2026-12-01",'
          || '"vigenciaHasta":"2027-03-01"}]}', 'v', 'a', 'r', created_at
        from leads where kind = 'garantia'`,
    ],
    'write',
  );
}

/** Evenly over half a year until today; every fourth a request, every second one handled. */
const fill = `
  insert into leads (kind, submission_id, name, email, phone, rut, company, tender_id, answers, state,
    handled_at, assigned_to, consent_version, consent_address, request_id, created_at)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
  select
    case i % 4 when 0 then 'contacto' when 1 then 'asesor' when 2 then 'experto' else 'garantia' end,
    case when i % 4 = 3 then i end,
    case i % 10 when 0 then 'Ana' when 1 then 'Luis' when 2 then 'Pedro' when 3 then 'María'
      when 4 then 'José' when 5 then 'Carla' when 6 then 'Iván' when 7 then 'Sofía'
      when 8 then 'Diego' else 'Paula' end || ' ' ||
    case i / 10 % 7 when 0 then 'Muñoz' when 1 then 'Soto' when 2 then 'Rojas' when 3 then 'Díaz'
      when 4 then 'Pérez' when 5 then 'Silva' else 'Contreras' end,
    'persona' || i || '@constructora' || (i % 1000) || '.cl',
    '+56 9 1234 5678',
    (10000000 + i) || '-' || (i % 10),
    case i % 3 when 0 then 'Constructora Andes ' || (i % 5000) || ' SpA'
      when 1 then 'Montajes del Sur ' || (i % 3000) || ' Ltda.' else 'Minera Norte S.A.' end,
    case when i % 4 = 3 then (1000 + i % 9000) || '-' || (i % 90) || '-LE26' end,
    case when i % 4 = 3 then '{}' else '{"mensaje":"Hola, necesito una garantía para un contrato."}' end,
    case when i % 4 <> 3 then 'recibida' when i / 4 % 5 = 0 then 'recibida'
      when i / 4 % 5 = 1 then 'en_revision' when i / 4 % 5 = 2 then 'aprobada'
      when i / 4 % 5 = 3 then 'rechazada' else 'emitida' end,
    case when i % 2 = 0 or i / 4 % 2 = 0 then 1 end,
    case when i % 5 = 0 then 'a' end,
    '2026-11-20', '203.0.113.7', 'r',
    ${Date.now()} - 15552000000 + cast(15552000000.0 * i / ? as integer)
  from n`;
