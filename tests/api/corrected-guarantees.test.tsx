import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteePage from '#app/panel/garantias/[id]/page.tsx';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import { readOne, recordOwn } from '#tests/support/issued.ts';
import { pdf, sendOwn, typed } from '#tests/support/own-guarantees.ts';
import { askAs, show, textOf } from '#tests/support/page-request.ts';
import { type Member, makeMember } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Member;
beforeEach(async () => {
  ana = await makeMember();
  askAs(ana.cookies);
});

const own = async (changes: object = {}) =>
  (await (await recordOwn(ana.cookies, changes)).json()).data;
const list = async (query = {}) => textOf(await show(GuaranteesPage, {}, query));
const seen = async (id: string, query = {}) => show(GuaranteePage, { id }, query);

const send = (
  fields: Record<string, string>,
  file: { bytes: Buffer; name: string } | null = null,
  who = ana,
) => sendOwn(who, fields, file);
/** The page of the form after a refusal. */
async function back({ place, formulario }: { place: string; formulario: string }) {
  askAs({ ...ana.cookies, formulario });
  const error = new URL(place, 'http://x').searchParams.get('error') ?? '';
  return show(NewGuaranteePage, {}, { error });
}

describe('"Corregir sus datos"', () => {
  const idIn = (place: string) => /garantias\/([\w-]{22})/.exec(place)?.[1] ?? '';
  const form = async (corrige: string) => show(NewGuaranteePage, {}, { corrige });
  const one = async (id: string) => (await (await readOne(ana.cookies, id)).json()).data;

  test('begins with all of it, annuls the one before and hands its document on', async () => {
    const before = idIn((await send(typed, pdf)).place);
    expect(await seen(before)).toContain(`/panel/garantias/nueva?corrige=${before}`);
    const page = await form(before);
    expect(page).toContain('value="1.500.000"');
    expect(page).toContain(`name="corrects" value="${before}"`);
    const changed = { ...typed, beneficiaryName: 'Municipalidad de Ñuñoa', corrects: before };
    const after = idIn((await send(changed)).place);
    expect(await one(after)).toMatchObject({
      state: 'vigente',
      beneficiaryName: 'Municipalidad de Ñuñoa',
      document: { fileName: 'Póliza.pdf' },
    });
    const [last] = (await one(before)).events;
    expect(last).toMatchObject({ kind: 'anulada', text: 'Se registró otra vez, corregida.' });
    expect(await one(before)).toMatchObject({
      state: 'anulada',
      document: { fileName: 'Póliza.pdf' },
    });
    expect((await one(after)).document.sha256).toBe((await one(before)).document.sha256);
    // A second press finds it done.
    expect((await send(changed)).place).toContain('error=conflict');
    expect(await list()).toContain('Ñuñoa');
  });

  test('gives a document to one that had none', async () => {
    const { id: before } = await own();
    const after = idIn((await send({ ...typed, corrects: before }, pdf)).place);
    expect((await one(after)).document).toMatchObject({ fileName: 'Póliza.pdf' });
    expect((await one(before)).state).toBe('anulada');
  });

  test('leaves all as it was where anything is wrong, and of another’s it knows nothing', async () => {
    const { id } = await own();
    const refused = await send({ ...typed, validTo: '01-01-2020', corrects: id });
    expect(await back(refused)).toContain(`name="corrects" value="${id}"`);
    expect((await one(id)).state).toBe('vigente');
    const stranger = await makeMember({ email: 'otra@acme.cl' });
    const foreign = await send({ ...typed, issuerNumber: 'X-1', corrects: id }, null, stranger);
    expect(foreign.place).toContain('error=not_found');
    expect((await one(id)).state).toBe('vigente');
  });

  test('is not offered of what has ended', async () => {
    const { id } = await own();
    const said = await send({ ...typed, corrects: id });
    expect(await seen(id)).not.toContain('?corrige=');
    expect(await form(id)).not.toContain('name="corrects"');
    expect(await seen(idIn(said.place))).toContain('?corrige=');
  });
});
