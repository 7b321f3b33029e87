import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { parseCsv } from '#tests/support/csv.ts';
import { insertLead, insertLeads, sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { world, ana } = adminAreaForTest();

const ask = (query: Record<string, string> = {}) =>
  api(`/api/admin/leads.csv?${new URLSearchParams(query)}`, { cookies: ana.cookies });

/** Returns rows of cells, read as a spreadsheet reads them. */
async function download(query: Record<string, string> = {}): Promise<string[][]> {
  const response = await ask(query);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return parseCsv(bytes.subarray(3).toString('utf8'));
}

describe('the CSV of leads', () => {
  test('has the rows of the list, with a row for each guarantee and the message', async () => {
    const [item] = publicBody.garantias;
    const garantias = [
      { ...item, montoGarantia: '1500000.50' },
      { ...item, tipoGarantia: 'anticipo' },
    ];
    await sendRequest({ ...publicBody, garantias });
    await insertLead({ answers: { mensaje: 'Hola;\n"chao"' }, handledAt: world.now() });
    const response = await ask();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename=resguardo-bandeja-2026-11-20.csv',
    });
    const [, form = [], request = [], second = [], ...rest] = await download();
    expect(rest).toEqual([]);
    expect(second.slice(0, 14)).toEqual([...request.slice(0, 12), '2 de 2', 'Anticipo']);
    expect(form.at(-1)).toBe('Hola;\n"chao"');
    expect(form[4]).toBe('20-11-2026, 12:00');
  });

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    'hola\r=1+1',
    'hola\n=1+1',
    "=cmd|' /C calc'!A0",
    '＝1',
    '＋1',
  ])('holds no formula: %j', async (text) => {
    await insertLead({ name: text, company: text, answers: { mensaje: text } });
    const [head = [], row = []] = await download();
    for (const column of ['Nombre', 'Empresa', 'Mensaje']) {
      const cell = row[head.indexOf(column)] ?? '';
      // Names with full-width signs are read with plain ones.
      expect(cell.normalize('NFKC')).toBe(
        text.startsWith('hola') ? text : `'${text.normalize('NFKC')}`,
      );
    }
  });

  test('goes beyond one page and one batch, with filter and search', async () => {
    for (let i = 0; i < 6; i++) {
      await insertLeads(
        Array.from({ length: 201 }, (_, n) => ({
          kind: n % 3 === 0 ? ('asesor' as const) : ('contacto' as const),
          name: n % 2 === 0 ? 'Constanza Rojas' : 'Pedro Soto',
        })),
      );
    }
    const ids = (rows: string[][]) => rows.slice(1).map(([id]) => Number(id));
    const all = ids(await download());
    expect(all).toEqual(Array.from({ length: 1206 }, (_, i) => 1206 - i));
    expect(await download({ kind: 'asesor' })).toHaveLength(6 * 67 + 1);
    const found = ids(await download({ q: 'consta', kind: 'asesor' }));
    expect(found).toHaveLength(6 * 34);
    expect(new Set(found).size).toBe(found.length);
  });

  test('is made only as fast as it is read', async () => {
    await insertLeads(Array.from({ length: 1200 }, () => ({})));
    const reader = (await ask()).body?.getReader();
    const chunks = [];
    for (let i = 0; i < 3; i++) chunks.push((await reader?.read())?.value?.length ?? 0);
    expect(chunks[0]).toBeLessThan(300);
    expect(chunks[1]).toBeLessThan(150_000);
    await reader?.cancel();
  });

  test('is recorded in the audit trail by the fields that were filtered, not by what was searched', async () => {
    const log = captureLog();
    await insertLead();
    await download({ q: 'Ana Secreta', kind: 'asesor' });
    const rows = await getDb().read.select().from(auditEvents);
    expect(rows.map(({ subject }) => subject)).toContain('leads:q,kind');
    expect(log.text()).not.toContain('Secreta');
    expect(await auditTrailOf(ana.id)).toContain('leads.exported');
  });
});
