import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sweep } from '#lib/background/sweeper.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { eraseLead } from '#tests/support/erasure.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { newVisitor } from '#tests/support/wizard.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const eva = forEachTest(() => makeAdvisor('eva@resguardo.cl'));

describe('the search index', () => {
  /** Returns the words whose beginning is in the index's own blocks. */
  async function inBlocks(words: readonly string[]): Promise<string[]> {
    const rows = await getDb().read.all<{ hex: string }>(
      sql`select hex(block) as hex from leads_search_data`,
    );
    const text = rows.map(({ hex }) => Buffer.from(hex, 'hex').toString('latin1')).join('\n');
    return words.filter((word) => text.includes(word));
  }
  const words = ['xuriguera', 'wkzoraida', '61617171', 'zzkwyx'];
  const zoraida = {
    nombreSolicitante: 'Xuriguera',
    email: 'wkzoraida@correo.cl',
    telefonoSolicitante: '+56 9 6161 7171',
  };
  const sendTwenty = async () => {
    for (let i = 0; i < 20; i++) {
      await sendRequest({ ...publicBody, rutSolicitante: '7.654.321-6', email: `p${i}@otra.cl` });
    }
  };
  const found = async (word: string) =>
    (await getDb().read.all(sql`select 1 from leads_search where leads_search match ${word}`))
      .length;
  const isWhole = () =>
    getDb().client.execute(
      `insert into leads_search (leads_search, rank) values ('integrity-check', 1)`,
    );

  test('holds no word of erased leads after the next sweep, and still finds all others', async () => {
    await sendTwenty();
    const { id } = await sendRequest({ ...publicBody, ...zoraida });
    const wrote = await insertLead({ answers: { mensaje: 'Zzkwyx' } });
    await sendTwenty();
    const before = await found('otra');
    expect(await inBlocks(words)).toEqual(words);
    expect((await eraseLead(id, eva)).status).toBe(200);
    expect((await eraseLead(wrote, eva)).status).toBe(200);
    world.advance(60_000);
    await sweep();
    expect(await inBlocks(words)).toEqual([]);
    expect([await found('wkzoraida'), await found('otra')]).toEqual([0, before]);
    await isWhole();
  });

  test('holds no word of a lead that was erased before the process started', async () => {
    const { id } = await sendRequest({ ...publicBody, ...zoraida });
    await sendTwenty();
    await eraseLead(id, eva);
    expect(await inBlocks(words)).not.toEqual([]);
    world.advance(30 * 24 * 3_600_000);
    forget('search-merged');
    await sweep();
    expect(await inBlocks(words)).toEqual([]);
    await isWhole();
  });
});

describe('a draft with a refused page of the wizard', () => {
  async function refusedWith(email: string, name = 'Zoraida') {
    const who = newVisitor();
    await who.save('tipo', { sistemaLicitacion: 'privados' });
    await who.save('contacto', { nombreSolicitante: name, email, telefonoSolicitante: 'x' });
    expect((await who.draft())?.attempt?.values.email).toBe(email);
    return who;
  }

  test.each([
    ...[' ZORAIDA@Correo.CL ', 'zoraida@correo.cl,', 'zoraida@correo.cl.', '\tzoraida@correo.cl'],
    ...['<zoraida@correo.cl>', 'mailto:zoraida@correo.cl', 'Zoraida zoraida@correo.cl;'],
    ...[
      '"zoraida@correo.cl"',
      '.zoraida@correo.cl',
      'a@b.cl, zoraida@correo.cl',
      "'zoraida@correo.cl'",
    ],
    'zoraida@correo.cl…',
  ])('that gave the address as %j is erased with the person', async (email) => {
    const { id } = await sendRequest({ ...publicBody, email: 'zoraida@correo.cl' });
    const who = await refusedWith(email);
    await eraseLead(id, eva);
    expect(await who.draft()).toBeNull();
  });

  test('that gave the address in the field of the name is erased with the person', async () => {
    const { id } = await sendRequest({ ...publicBody, email: 'zoraida@correo.cl' });
    const who = await refusedWith('', 'zoraida@correo.cl');
    await eraseLead(id, eva);
    expect(await who.draft()).toBeNull();
  });

  test.each([
    ...['xzoraida@correo.cl', 'x.zoraida@correo.cl', 'x-zoraida@correo.cl', 'x_zoraida@correo.cl'],
    ...['x+zoraida@correo.cl', "o'zoraida@correo.cl", 'ñzoraida@correo.cl', '_zoraida@correo.cl'],
    ...[
      'zoraida@correo.cl.com',
      'zoraida@correo.clinica',
      'zoraida@correo.cl-x.cl',
      'zoraidaxcorreo.cl',
    ],
  ])('that gave the similar address %j belongs to another person and stays', async (email) => {
    const { id } = await sendRequest({ ...publicBody, email: 'zoraida@correo.cl' });
    const who = await refusedWith(email);
    await eraseLead(id, eva);
    expect((await who.draft())?.attempt?.values.email).toBe(email);
  });

  test('is matched literally when the erased address has characters that are wildcards in SQL', async () => {
    const { id } = await sendRequest({ ...publicBody, email: "a'b_c-d+e@correo.cl" });
    const [hers, other] = [
      await refusedWith(" A'b_c-d+e@correo.cl"),
      await refusedWith('aXbXcXdXe@correo.cl '),
    ];
    await eraseLead(id, eva);
    expect([await hers.draft(), (await other.draft()) === null]).toEqual([null, false]);
  });
});
