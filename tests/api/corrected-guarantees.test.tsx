import { describe, expect, test } from 'vitest';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { postOwn, readIssued } from '#tests/support/issued.ts';
import { guaranteeForm, ownGuaranteesForTest, policyPdf } from '#tests/support/own-guarantees.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';

const panel = ownGuaranteesForTest();
const { own, list, seen, send, back } = panel;

describe('"Corregir sus datos"', () => {
  const idIn = (place: string) => /garantias\/([\w-]{22})/.exec(place)?.[1] ?? '';
  const form = async (corrige: string) => renderPage(NewGuaranteePage, {}, { corrige });
  const first = (id: string) => readIssued(panel.ana.cookies, id);

  test('opens the form with all data; the new guarantee annuls the old one and keeps its document', async () => {
    const before = idIn((await send(guaranteeForm, policyPdf)).place);
    expect(await seen(before)).toContain(`/panel/garantias/nueva?corrige=${before}`);
    const page = await form(before);
    expect(page).toContain('value="1.500.000"');
    expect(page).toContain(`name="corrects" value="${before}"`);
    const changed = {
      ...guaranteeForm,
      beneficiaryName: 'Municipalidad de Ñuñoa',
      corrects: before,
    };
    const after = idIn((await send(changed)).place);
    expect(await first(after)).toMatchObject({
      state: 'vigente',
      beneficiaryName: 'Municipalidad de Ñuñoa',
      document: { fileName: 'Póliza.pdf' },
    });
    const [last] = (await first(before)).events;
    expect(last).toMatchObject({ kind: 'anulada', text: 'Se registró otra vez, corregida.' });
    expect(await first(before)).toMatchObject({
      state: 'anulada',
      document: { fileName: 'Póliza.pdf' },
    });
    expect((await first(after)).document.sha256).toBe((await first(before)).document.sha256);
    // A second press finds it done.
    expect((await send(changed)).place).toContain('error=conflict');
    expect(await list()).toContain('Ñuñoa');
  });

  test('can add a document to a guarantee that had none', async () => {
    const { id: before } = await own();
    const after = idIn((await send({ ...guaranteeForm, corrects: before }, policyPdf)).place);
    expect((await first(after)).document).toMatchObject({ fileName: 'Póliza.pdf' });
    expect((await first(before)).state).toBe('anulada');
  });

  test('changes nothing when a field is wrong, and refuses a guarantee of another account', async () => {
    const { id } = await own();
    const refused = await send({ ...guaranteeForm, validTo: '01-01-2020', corrects: id });
    expect(await back(refused)).toContain(`name="corrects" value="${id}"`);
    expect((await first(id)).state).toBe('vigente');
    const stranger = await makeUser({ email: 'otra@acme.cl' });
    const foreign = await send(
      { ...guaranteeForm, issuerNumber: 'X-1', corrects: id },
      null,
      stranger,
    );
    expect(foreign.place).toContain('error=not_found');
    expect((await first(id)).state).toBe('vigente');
  });

  test('is not offered for a guarantee that was annulled', async () => {
    const { id } = await own();
    const reportedText = await send({ ...guaranteeForm, corrects: id });
    expect(await seen(id)).not.toContain('?corrige=');
    expect(await form(id)).not.toContain('name="corrects"');
    expect(await seen(idIn(reportedText.place))).toContain('?corrige=');
  });
});

describe('a probable typo in a guarantee', () => {
  test.each([
    ['1.500.000,50', 'los pesos no llevan decimales'],
    ['$ 9.000.000.000.000.000', 'revisa los ceros'],
    ['5.000', 'Revisa si faltan ceros'],
  ])('is asked about once for %s, and again for another amount', async (amount, doubt) => {
    const page = await back(await send({ ...guaranteeForm, amount }, policyPdf));
    expect(textOf(page)).toContain(doubt);
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    const [subido, revisado] = [field('subido'), field('revisado')];
    const other = await back(
      await send({ ...guaranteeForm, amount: '1.000,25', subido, revisado }),
    );
    expect(textOf(other)).toContain('¿Son $ 1.000,25?');
    const { place } = await send({ ...guaranteeForm, amount, subido, revisado });
    expect(place).toContain('aviso=registrada');
  });

  test('in a year of another century is refused, by the form and by the API', async () => {
    const typos = { validFrom: '01-12-0001', validTo: '01-03-2927', claimUntil: '01-03-3000' };
    const pageText = textOf(await back(await send({ ...guaranteeForm, ...typos })));
    expect(pageText.match(/Revisa el año: escribiste (0001|2927|3000)\./g)).toHaveLength(3 * 2);
    const refused = await postOwn(panel.ana.cookies, {
      validFrom: '0001-12-01',
      validTo: '2927-03-01',
    });
    expect(refused.status).toBe(400);
    expect(Object.keys((await refused.json()).fields)).toEqual(['validFrom', 'validTo']);
  });
});
