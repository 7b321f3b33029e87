import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '#lib/domain/requests/team/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { insertLead, insertLeads } from '#tests/support/leads.ts';

const { ana, ask, askAll } = adminAreaForTest();

const find = async (q: string, more: Record<string, string> = {}) =>
  (await ask({ q, ...more })).leads.map(({ id }) => id);

describe('a search', () => {
  test('finds a person by name, e-mail, RUT, company, tender or number, in any spelling', async () => {
    const id = await insertLead({
      kind: 'garantia',
      submissionId: 1284,
      name: 'José Ñuñoa Pérez',
      email: 'jose.perez@constructora-andes.cl',
      rut: '12345678-5',
      company: 'Constructora Andes SpA',
      tenderId: '4809-45-LE26',
    });
    await insertLead({ name: 'Otra Persona', email: 'otra@persona.cl' });
    for (const q of [
      'jose',
      'JOSÉ',
      'nunoa',
      'ñuñ',
      'perez jose',
      'José P',
      'jose.perez@constructora-andes.cl',
      'Jose.Perez@Constructora-Andes.CL',
      'jose.perez@constr',
      'constructora-andes.cl',
      '12.345.678-5',
      '12345678-5',
      '123456785',
      '12345678',
      '12.345.67',
      'Andes',
      'constructora and',
      '4809-45-LE26',
      '4809-45-le',
      '4809-4',
      '1284',
      'N.º 1284',
      'N° 1284',
      'n°1284',
      '#1284',
    ]) {
      expect(await find(q), q).toEqual([id]);
    }
    for (const q of ['12345678-6', 'josefina', '4809-46', 'perez andes otra', '1285', 'se perez']) {
      expect(await find(q), q).toEqual([]);
    }
  });

  test.each(['+56 9 8765 4321', '987654321', '09-8765.4321', '(56) 9 8765 4321', '8765 4321'])(
    'finds the telephone %s by any other spelling of it',
    async (phone) => {
      const id = await insertLead({ phone });
      await insertLead({ phone: '+56 2 2345 6789' });
      for (const q of ['+56 9 8765 4321', '+56987654321', '0056 987654321', '987 654 321']) {
        expect(await find(q), q).toEqual([id]);
      }
      for (const q of ['56 9 8765 4322', '+56 2 8765 4321', '8765', '5698']) {
        expect(await find(q), q).toEqual(q === '5698' ? [id] : []);
      }
    },
  );

  test('finds a telephone of Santiago without its area code', async () => {
    const id = await insertLead({ phone: '+56 2 2345 6789' });
    for (const q of ['2345 6789', '23456789', '2 2345 6789'])
      expect(await find(q), q).toEqual([id]);
  });

  test('finds both a telephone and a RUT that have the same digits', async () => {
    const phone = await insertLead({ phone: '+56 9 1111 1128' });
    const rut = await insertLead({ rut: '91111112-8' });
    expect(await find('911111128')).toEqual([rut, phone]);
    expect(await find('91.111.112-8')).toEqual([rut, phone]);
  });

  test('finds the words of a message in any order, and follows changes of it', async () => {
    const answers = (mensaje: string) => ({ primer_nombre: 'Ana', mensaje });
    const id = await insertLead({ answers: answers('Nos adjudicamos el hospital de Ñuble.') });
    await insertLead({ answers: answers('Nos adjudicamos la ruta.') });
    for (const q of ['hospital', 'NUBLE', 'ñuble hosp', 'adjudicamos hospital', 'hospi']) {
      expect(await find(q), q).toEqual([id]);
    }
    await getDb().client.execute({
      sql: 'update leads set answers = ? where id = ?',
      args: [JSON.stringify(answers('Era la escuela.')), id],
    });
    expect(await find('hospital')).toEqual([]);
    expect(await find('escuela')).toEqual([id]);
  });

  test('finds a contact form by its number', async () => {
    const id = await insertLead();
    expect(await find(`N.º ${id}`)).toEqual([id]);
  });

  test('lists the lead with the searched number once, at the top, and all others on later pages', async () => {
    await insertLeads(Array.from({ length: 60 }, (_, i) => ({ name: `Calle 7 ${i}` })));
    const ids = await askAll({ q: '7' });
    expect(ids[0]).toBe(7);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });

  test('follows a changed name and a removed lead', async () => {
    const id = await insertLead({ name: 'Carla Soto' });
    await getDb().client.execute({
      sql: 'update leads set name = ? where id = ?',
      args: ['Carla Rojas', id],
    });
    expect(await find('soto')).toEqual([]);
    expect(await find('rojas')).toEqual([id]);
    await getDb().client.execute({ sql: 'delete from leads where id = ?', args: [id] });
    expect(await find('rojas')).toEqual([]);
  });

  test('is narrowed by the other filters', async () => {
    const ids = await insertLeads([
      { kind: 'asesor' },
      { kind: 'experto', handledAt: 1 },
      { kind: 'asesor', assignedTo: ana.id },
    ]);
    expect(await find('ana', { kind: 'asesor' })).toEqual([ids[2], ids[0]]);
    expect(await find('ana', { handled: 'yes' })).toEqual([ids[1]]);
    expect(await find('ana@constructora.cl', { assigned: 'me' })).toEqual([ids[2]]);
    expect(await find('ana', { from: '2026-11-21' })).toEqual([]);
    expect(await find(String(ids[0]), { kind: 'experto' })).toEqual([]);
  });

  test('finds common and rare words exactly, through all pages', async () => {
    await insertLeads(
      Array.from({ length: 1500 }, (_, i) => ({
        name: i % 500 === 7 ? `Constancia ${i}` : `Constructor ${i}`,
        ...(i % 700 === 9 && { answers: { mensaje: 'Consta en acta, o no consta' } }),
        email: `p${i}@obras.cl`,
        kind: i % 2 === 0 ? ('asesor' as const) : ('experto' as const),
      })),
    );
    const rows = await getDb().read.select().from(leads);
    for (const [q, kind] of [
      ['constr', ''],
      ['consta', ''],
      ['const', 'asesor'],
      ['obras c', ''],
      ['cons 7', 'experto'],
    ]) {
      const words = wordsOf(q ?? '');
      const expected = rows
        .filter((row) => !kind || row.kind === kind)
        .filter((row) => {
          const own = wordsOf(`${row.name} ${row.email} ${row.answers.mensaje ?? ''}`);
          const last = words.at(-1) ?? '';
          return (
            words.slice(0, -1).every((word) => own.includes(word)) &&
            own.some((word) => word.startsWith(last))
          );
        })
        .map(({ id }) => id)
        .reverse();
      expect(await askAll({ q: q ?? '', kind: kind ?? '' }), q).toEqual(expected);
    }
  });

  test('says how far it looked when it stopped, and continues from there', async () => {
    await insertLead({ kind: 'asesor' });
    await insertLeads(Array.from({ length: 800 }, () => ({ kind: 'contacto' as const })));
    const first = await ask({ q: 'ana', kind: 'asesor' });
    expect(first).toMatchObject({ leads: [], lookedAt: 500 });
    expect(await find('ana', { kind: 'asesor', before: String(first.before) })).toEqual([1]);
  });

  test.each([
    '"',
    "'",
    '*',
    'ana*',
    '^ana',
    'ana OR otra',
    'ana NOT otra',
    'NEAR(ana otra)',
    'name:ana',
    '{name email}: ana',
    '-ana',
    '+ana',
    '(ana',
    'ana)',
    'ana" OR "x',
    "'; drop table leads; --",
    '%',
    '_',
    '\\',
    '<script>alert(1)</script>',
    '😀',
    '\u202eana',
    'a'.repeat(200),
    'a '.repeat(99),
    '1.2.3.4',
    '999999999999999999',
    '--',
    '@',
    'x@',
    '@x.cl',
  ])('takes operators and code as text only: %j', async (q) => {
    await insertLead({ name: 'Zoe', email: 'zoe@zoe.cl' });
    expect(await find(q)).toEqual([]);
    expect(await find('zoe')).toEqual([1]);
  });

  test('never fails, whatever is typed', async () => {
    await insertLead();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (q) => {
        const path = `/api/admin/leads?${new URLSearchParams({ q })}`;
        const { status } = await api(path, { cookies: ana.cookies });
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });
});
