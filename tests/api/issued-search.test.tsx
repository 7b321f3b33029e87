import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteePage from '#app/admin/garantias/[id]/page.tsx';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import OwnPage from '#app/panel/garantias/page.tsx';
import { listGuaranteePage, searchIssued } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { extensionsQuery } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { verificationCodes } from '#lib/platform/db/schema/issued-guarantees.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { putIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => browseAs((await makeAdvisor()).cookies));

const listEnding = (now: number, before = '') =>
  listGuaranteePage({ state: 'terminan', before, now });
const found = async (q: string) => (await searchIssued(q)).rows.map(({ number }) => number);

test('the query for reported extensions reads an index, not all requests', async () => {
  const steps = await queryPlan(extensionsQuery([1, 2]));
  expect(steps).toContain('leads_by_owner');
  expect(steps).not.toMatch(/SCAN (s|g|l|a|e)\b/);
});

describe('the search of guarantees', () => {
  test('finds a whole number, RUT or tender in any spelling, newest first', async () => {
    await putIssued([
      { issuerNumber: 'PZ-9' },
      { holderRut: '96000001-3', issuerNumber: '7' },
      { beneficiaryRut: '96000001-3', tenderId: '1234-5-LP26' },
    ]);
    expect(await found('N.º 2')).toEqual([2]);
    expect(await found('pz-9')).toEqual([1]);
    expect(await found('7')).toEqual([2]);
    expect(await found('96.000.001-3')).toEqual([3, 2]);
    expect(await found('1234-5-lp26')).toEqual([3]);
    expect(await found('nada')).toEqual([]);
    expect(await renderPage(GuaranteesPage, {}, { q: 'nada' })).toContain('Nada coincide');
    expect(await renderPage(GuaranteesPage, {}, { q: 'PZ-9' })).toContain('Garantía N.º 1');
  });

  test('finds a part of a number or name, and the beginning of a verification code from five characters', async () => {
    await putIssued([
      { issuerNumber: 'PZ-20261-88', beneficiaryName: 'Municipalidad de Ñuñoa' },
      { holderName: 'Ñandú y Cía.' },
      {},
    ]);
    expect(await found('261-8')).toEqual([1]);
    expect(await found('de nunoa')).toEqual([1]);
    expect(await found('ÑAND')).toEqual([2]);
    expect(await found('-')).toEqual([]);
    const code = 'ABCDE FGH1J KMNPQ RSTVW';
    const stored = { code: code.replaceAll(' ', ''), guaranteeNumber: 3, createdAt: 1 };
    await getDb().write((tx) => tx.insert(verificationCodes).values(stored));
    expect(await found(code.toLowerCase())).toEqual([3]);
    expect(await found('abcd-e')).toEqual([3]);
    expect(await found('abcd')).toEqual([]);
    expect(await found('bcdefgh')).toEqual([]);
  });

  test('finds an amount as people write it, or by its beginning', async () => {
    await putIssued([{ amount: '850000' }, { amount: '9250000.5' }, { amount: '185000' }]);
    for (const q of ['850.000', '$ 850.000', '850000', '85']) expect(await found(q)).toEqual([1]);
    expect(await found('9.250.000')).toEqual([2]);
    expect(await found('9250.000')).toEqual([]);
  });

  test('finds words in any order, also of the issuer, each of which must occur', async () => {
    await putIssued([
      { issuerName: 'Banco de Chile', holderName: 'Constructora Ñandú SpA' },
      { issuerName: 'Banco Andino', beneficiaryName: 'Municipalidad de Ñuñoa' },
    ]);
    expect(await found('banco')).toEqual([2, 1]);
    expect(await found('nandu banco')).toEqual([1]);
    expect(await found('ñuñoa  municipalidad')).toEqual([2]);
    expect(await found('banco nunoa chile')).toEqual([]);
    expect(await found('N.º 1')).toEqual([1]);
  });

  test('looks for parts of words among the newest 5,000, and continues where it stopped', async () => {
    await putIssued([{ holderName: 'Antigua' }, ...Array(5000).fill({})]);
    const cut = await searchIssued('antig');
    expect(cut).toMatchObject({ rows: [], next: '2', isCut: true });
    expect(await renderPage(GuaranteesPage, {}, { q: 'antig' })).toContain('Seguir buscando');
    expect((await searchIssued('antig', { before: 2 })).rows).toHaveLength(1);
  });

  test('finds only a company’s own guarantees on its page, and continues page by page', async () => {
    const own = { email: 'ana@constructora.cl', issuerName: 'Banco Andino' };
    await putIssued([
      { ...own, email: 'otra@empresa.cl' },
      ...Array(27).fill(own),
      { email: own.email },
    ]);
    browseAs((await makeUser({ email: own.email })).cookies);
    const page = await renderPage(OwnPage, {}, { q: 'andino' });
    expect(page.match(/href="\/panel\/garantias\/[\w-]{22}"/g)).toHaveLength(25);
    expect(page).toContain('href="/panel/garantias?q=andino&before=4"');
    expect(page).toContain('Lo que termina');
    const rest = await renderPage(OwnPage, {}, { q: 'andino', before: '4' });
    expect(rest.match(/href="\/panel\/garantias\/[\w-]{22}"/g)).toHaveLength(2);
    expect(await renderPage(OwnPage, {}, { q: 'nadie' })).toContain('Nada coincide');
  });

  test('lists all guarantees when the text is empty, page by page', async () => {
    await putIssued(Array(30).fill({}));
    const page = await renderPage(GuaranteesPage, {}, { q: '' });
    expect(page).toContain('Todas');
    expect(page).toContain('q=&antes=6');
    expect(await renderPage(GuaranteesPage, {}, { q: '', antes: '6' })).toContain('Garantía N.º 5');
  });

  test('continues through all pages', async () => {
    await putIssued(Array(60).fill({}));
    const seen: number[] = [];
    for (let before: number | undefined, left = 5; left > 0; left--) {
      const { rows, next } = await searchIssued('76123456-0', { before });
      seen.push(...rows.map(({ number }) => number));
      if (next === null) break;
      before = Number(next);
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => 60 - i));
    expect(await renderPage(GuaranteesPage, {}, { q: '76.123.456-0' })).toContain('antes=36');
  });

  test('finds the beginning of a RUT or tender id in any spelling', async () => {
    const own = { email: 'ana@constructora.cl' };
    await putIssued([
      { ...own, beneficiaryRut: '96000001-3' },
      { ...own, tenderId: '5512-45-LP26' },
      { tenderId: '48-5512-LP26' },
    ]);
    for (const start of ['9600', '96.000', '96.000.001', '96000001', '96000001-']) {
      expect(await found(start)).toEqual([1]);
    }
    for (const start of ['5512', '5512-', '5512-45', '5512-45-lp']) {
      expect(await found(start)).toEqual([2]);
    }
    expect(await found('551')).toEqual([2]);
    expect(await found('960')).toEqual([]);
    const none = await renderPage(GuaranteesPage, {}, { q: '5501' });
    expect(none).toContain('Revisa los números');
    expect(none).not.toContain('menos letras');
    expect(await renderPage(GuaranteesPage, {}, { q: 'nadie' })).toContain(
      'Prueba con menos letras',
    );
    browseAs((await makeUser({ email: own.email })).cookies);
    expect(await renderPage(OwnPage, {}, { q: '5512-45' })).toContain('Encontradas');
    expect(await renderPage(OwnPage, {}, { q: '5501' })).not.toContain('menos letras');
  });

  const newest = 'order by number desc limit 26';
  const folded = `(upper(replace(replace(replace(replace(issuer_number, ' ', ''), '.', ''), '/', ''), '-', '')))`;
  test.each([
    [`${folded} = 'x'`, newest, 'issued_by_issuer_number'],
    ["holder_rut = 'x'", newest, 'issued_by_holder'],
    ["beneficiary_rut = 'x'", newest, 'issued_by_beneficiary'],
    ["tender_id = 'x'", newest, 'issued_by_tender'],
    ["holder_rut >= '48' and holder_rut < '48~'", 'limit 5000', 'issued_by_holder'],
    ["beneficiary_rut >= '48' and beneficiary_rut < '48~'", 'limit 5000', 'issued_by_beneficiary'],
    ["tender_id >= '48' and tender_id < '48~'", 'limit 5000', 'issued_by_tender'],
  ])('reads a range of an index for %s', async (way, tail, index) => {
    const query = `select number from issued_guarantees where ${way} and number < 9 ${tail}`;
    const plan = await queryPlan(sql.raw(query));
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN issued|TEMP B-TREE/);
  });
});

describe('the list of guarantees that end soon', () => {
  test('has the guarantees in force that end within 60 days, the next first, page by page', async () => {
    const day = (n: number) => `2026-12-${`${n}`.padStart(2, '0')}`;
    await putIssued([
      ...Array.from({ length: 30 }, (_, i) => ({ validTo: day(30 - i) })),
      { validTo: '2026-11-19' },
      { validTo: '2027-06-30' },
      { validTo: day(5), reported: 'devuelta' as const },
      { validTo: day(5), reported: 'cobrada' as const, claimed: '1500000.5' },
      { validTo: day(5) },
    ]);
    const first = await listEnding(world.now());
    const second = await listEnding(world.now(), first.next ?? '');
    const ends = [...first.rows, ...second.rows].map(({ validTo }) => validTo);
    expect(ends).toEqual([...ends].sort());
    expect(ends).toHaveLength(31);
    expect(second.next).toBeNull();
    expect((await listEnding(world.now(), 'nada')).rows).toEqual(first.rows);
    const page = await renderPage(GuaranteesPage, {});
    expect(page).toContain('empieza el');
    // A search from here covers all of them.
    expect(page).not.toContain('Filtros puestos');
    expect(page).toContain('/api/admin/guarantees.csv?state=terminan&sort=vence');
    expect(page).toContain(`desde=${first.next}`);
    expect(page).toContain('mailto:ana%40constructora.cl?subject=Pr%C3%B3rroga');
  });

  test('reads a range of an index', async () => {
    const plan = await queryPlan(sql`select * from issued_guarantees
      where (reported is null or reported = 'cobrada') and (reported is null or claimed <> amount) and valid_to >= '2026-11-20' and valid_to <= '2027-01-19'
      and (valid_to, number) > ('2026-12-05', 3) order by valid_to, number limit 26`);
    expect(plan).toContain('issued_by_end');
    expect(plan).not.toMatch(/SCAN issued|TEMP B-TREE/);
  });

  test('keeps a guarantee claimed in part, and says what is left', async () => {
    const uf = { amount: '750.5', currency: 'UF', validTo: '2026-12-05' } as const;
    await putIssued([{ ...uf, reported: 'cobrada', claimed: '200.5' }]);
    const page = await renderPage(GuaranteesPage, {});
    expect(page).toContain('Saldo UF 550');
    expect(page).toContain('Ofrecer prórroga');
    const [one] = (await listEnding(world.now())).rows;
    const own = await renderPage(GuaranteePage, { id: one?.id ?? '' });
    expect(own).toContain('Saldo UF 550');
    expect(own).toContain('Ofrecer prórroga');
  });

  test('links to a reply that offers the extension when the guarantee has a request', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    await putIssued([{ submissionId, item: 0, validTo: '2026-12-05' }]);
    expect(await renderPage(GuaranteesPage, {})).toContain(
      `/admin/leads/${id}?plantilla=prorroga&garantia=1#responder`,
    );
    const page = await renderPage(
      LeadPage,
      { id: `${id}` },
      { plantilla: 'prorroga', garantia: '1' },
    );
    expect(page).toContain('Tu garantía N.º 1 termina el 05-12-2026');
  });

  test('says that nothing ends soon or waits to be recorded when it is empty', async () => {
    const page = await renderPage(GuaranteesPage, {});
    expect(page).toContain('Ninguna garantía vigente termina en los próximos 60 días');
    expect(page).toContain('No falta registrar ninguna garantía emitida');
  });
});
