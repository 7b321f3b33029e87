import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { AWARDED, DESERTED, REVOKED, SUSPENDED } from '#lib/domain/marketplace/rules.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import type { MadeTender } from '#tests/support/providers/mercado-publico-records.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { chileanLocalTime, createTender } from '#tests/support/tender-fixtures.ts';
import { call, request } from '#tools/demo/calls.ts';

const holder = { rut: publicBody.rutEmpresaOferente, name: publicBody.nombreEmpresaOferente };
const other = { rut: '77.987.654-3', name: 'Caminos del Norte Ltda.' };
const requested = (title: string, amount: string, until: string, restitution?: string) => ({
  ...{ title, amount, until, unit: '%' },
  ...(restitution && { restitution }),
});

/** Returns tenders that change: how they were yesterday and how they are today. */
export function movingTenders(now = Date.now()) {
  const year = new Date(now).getUTCFullYear() + 1;
  const seriedad = (until: string) =>
    requested('Garantía de Seriedad de Ofertas', '4', until, 'Se devuelve en 10 días hábiles.');
  const changes: [name: string, Partial<MadeTender>][] = [
    ['Puente peatonal en Mostazal', { state: AWARDED, awards: [other, holder] }],
    ['Reposición de veredas', { state: AWARDED, awards: [other] }],
    ['Alumbrado de la plaza', { state: REVOKED, guarantees: [seriedad(`30-06-${year}`)] }],
    [
      'Techo de la escuela',
      { closesAt: chileanLocalTime(now + 20 * DAY), guarantees: [seriedad(`30-06-${year}`)] },
    ],
    ['Bacheo de calles', { state: DESERTED }],
    ['Pintura del gimnasio', { state: SUSPENDED }],
  ];
  const created = changes.map(([name, change], n) => {
    const closesAt = chileanLocalTime(now + (n === 3 ? 2 : -1) * DAY);
    const before = createTender({ code: `5417-${n + 81}-LP26`, name, closesAt, listedOn: [] });
    return { before, after: { ...before, ...change } };
  });
  return { before: created.map((item) => item.before), after: created.map((one) => one.after) };
}

/** A tender that Mercado Público does not list any more. */
const SILENT = '5417-99-LP26';

export async function askForTenders(url: string, email: string): Promise<void> {
  const codes = [...movingTenders().before.map(({ code }) => code), SILENT];
  for (const idLicitacion of codes) {
    await call(`${url}/api/guarantees/public`, { ...request, email, idLicitacion });
  }
}

/** Pretends, while the app is stopped, that it queried the tenders yesterday. */
export async function lookYesterday(dataDir: string): Promise<void> {
  const db = createClient({ url: `file:${join(dataDir, 'resguardo.db')}` });
  const at = Date.now() - DAY;
  const statements = movingTenders().before.map(({ code, closesAt }) => ({
    sql: `update watched_tenders set state_code = 5, closes_at = ?, known_at = ?, next_at = 1
      where code = ?`,
    args: [Date.parse(`${closesAt}-03:00`), at, code],
  }));
  const silent = 'update watched_tenders set known_at = ? where code = ?';
  await db.batch([
    'delete from marketplace_answers',
    ...statements,
    { sql: silent, args: [at - 2 * DAY, SILENT] },
  ]);
  db.close();
}
