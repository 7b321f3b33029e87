import { describe, expect, test } from 'vitest';
import { GET as csvRoute } from '#app/panel/garantias/csv/route.ts';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import PanelLayout from '#app/panel/layout.tsx';
import PanelHome from '#app/panel/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { call, cookiesOf } from '#tests/support/call.ts';
import { issuedFacts, listIssued, postOwn, readIssued } from '#tests/support/issued.ts';
import { guaranteeForm, ownGuaranteesForTest, policyPdf } from '#tests/support/own-guarantees.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument } from '#tests/support/shares.ts';

const panel = ownGuaranteesForTest();
const { own, list, seen, send, back } = panel;

describe('"Agregar una garantía que ya tengo"', () => {
  test('stores the typed facts with a file, and says who recorded them', async () => {
    const { place } = await send(guaranteeForm, policyPdf);
    expect(place).toMatch(/^\/panel\/garantias\/[\w-]{22}\?aviso=registrada$/);
    const id = place.slice('/panel/garantias/'.length, -'?aviso=registrada'.length);
    const data = await readIssued(panel.ana.cookies, id);
    expect(data).toMatchObject({
      amount: '1500000',
      validTo: '2027-03-01',
      recordedBy: 'company',
      document: { fileName: 'Póliza.pdf', contentType: 'application/pdf' },
    });
    const page = await seen(id, { aviso: 'registrada' });
    expect(textOf(page)).toContain('Registrada por ti');
    expect(page).toContain(`href="/api/guarantees/issued/${id}/document"`);
  });

  test('takes no document or one of the own vault, but none of another account and none beside a file', async () => {
    const { id: documentId } = await addDocument(panel.ana.id, { category: 'contrato' });
    expect((await send({ ...guaranteeForm, documentId })).place).toContain('aviso=registrada');
    const eva = await makeUser({ email: 'eva@otra.cl' });
    const other = { ...guaranteeForm, issuerNumber: 'OTRA-1' };
    const refused = await send({ ...other, documentId }, null, eva);
    expect(refused.place).toBe('/panel/garantias/nueva?error=validation_failed');
    expect((await send(other, null, eva)).place).toContain('aviso=registrada');
    const both = await back(await send({ ...other, documentId }, policyPdf));
    expect(textOf(both)).toContain('Elige uno solo');
  });

  test('shows a document of the vault by the name that its owner gave it', async () => {
    const file = { category: 'otros', customTitle: 'Póliza del puente', fileName: 'IMG_221.pdf' };
    const { id: documentId } = await addDocument(panel.ana.id, file);
    const { place } = await send({ ...guaranteeForm, documentId });
    const id = place.slice('/panel/garantias/'.length).split('?')[0] ?? '';
    expect(textOf(await seen(id))).toContain('Documento Póliza del puente · IMG_221.pdf');
  });

  test('shows what was typed when a field is wrong, and keeps the uploaded file', async () => {
    const wrong = {
      ...guaranteeForm,
      validTo: '01-01-2026',
      holderRut: '76.123.456-1',
      amount: 'mucho',
    };
    const answer = await send(wrong, policyPdf);
    expect(answer.place).toBe('/panel/garantias/nueva?error=validation_failed');
    const page = await back(answer);
    for (const part of ['value="01-01-2026"', 'value="mucho"', 'value="76.123.456-1"']) {
      expect(page).toContain(part);
    }
    const pageText = textOf(page);
    for (const problem of ['Escribe el monto con punto', 'dígito', 'igual o posterior a la de']) {
      expect(pageText).toContain(problem);
    }
    expect(pageText).toContain('Ya recibimos el archivo');
    const subido = /name="subido" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const { place } = await send({ ...guaranteeForm, subido });
    const data = await readIssued(panel.ana.cookies, place.split(/[/?]/)[3] ?? '');
    expect(data.document.fileName).toBe('Póliza.pdf');
  });

  test('refuses a file that is no PDF or picture, and shows what was typed', async () => {
    const word = { bytes: samples.docx, name: 'Póliza.docx' };
    const page = await back(await send(guaranteeForm, word));
    expect(textOf(page)).toContain('Sube el documento como PDF, JPG o PNG.');
    expect(page).toContain(`value="${issuedFacts.issuerNumber}"`);
    expect((await (await listIssued(panel.ana.cookies)).json()).data.guarantees).toEqual([]);
  });

  test('refuses an issuer and number that the account already has, and links to that guarantee', async () => {
    const { id } = await own();
    const page = await back(await send({ ...guaranteeForm, issuerName: 'aseguradora  ANDES' }));
    expect(page).toContain(`href="/panel/garantias/${id}"`);
    expect(page).toContain('Ya hay un registro con este emisor y este número.');
    const eva = await makeUser({ email: 'eva@otra.cl' });
    const { place } = await send(guaranteeForm, null, eva);
    expect(place).toMatch(/^\/panel\/garantias\/[\w-]{22}\?/);
    expect(place).not.toContain(id);
  });
});

describe('"Tus garantías"', () => {
  test('says what to do while there are none', async () => {
    const html = await renderPage(GuaranteesPage, {});
    expect(textOf(html)).toContain('Todavía no hay ninguna');
    expect(html).toContain('href="/panel/garantias/nueva"');
  });

  test('lists guarantees by their last day, with sums by currency and the months to come', async () => {
    const begun = (changes: object) => own({ validFrom: '2026-11-01', ...changes });
    await begun({ issuerNumber: 'A', validTo: '2027-06-10' });
    await begun({ issuerNumber: 'B', validTo: '2026-12-05', amount: '0.25' });
    await begun({ issuerNumber: 'C', validTo: '2027-01-31', amount: '10.5', currency: 'UF' });
    await own({ issuerNumber: 'D', validFrom: '2026-01-01', validTo: '2026-11-19' });
    const eva = await makeUser({ email: 'eva@otra.cl' });
    await postOwn(eva.cookies, { issuerNumber: 'E', holderName: 'Albatros SpA' });
    const pageText = await list();
    expect(pageText).toMatch(/\$ 1\.500\.000,75 UF 10,50 /);
    expect(pageText).toMatch(/diciembre de 2026: garantía N\.º 2 el 05-12-2026/);
    expect(pageText).toMatch(/febrero de 2027: ninguna/);
    const [alive = '', ended = ''] = pageText.split('Terminadas');
    const numbers = (part: string) =>
      [...part.matchAll(/Seriedad de la oferta, N\.º (\d)/g)].map(([, number]) => number);
    expect(numbers(alive)).toEqual(['2', '3', '1']);
    expect(numbers(ended)).toEqual(['4']);
    const html = await renderPage(GuaranteesPage, {});
    expect(html.match(/action="[^"]*\/prorroga"/g)).toHaveLength(1);
    expect([alive, ended].map((part) => /Pedir prórroga|Decir qué pasó/.exec(part)?.[0])).toEqual([
      ...['Pedir prórroga', 'Decir qué pasó'],
    ]);
    expect(numbers(await list({ q: 'andes' }))).toEqual(['2', '3', '1', '4']);
    expect(pageText).not.toContain('Albatros');
    expect(textOf(await list({ state: 'por_vencer' }))).toContain('05-12-2026 · en 15 días');
    expect(await list({ state: 'por_vencer' })).not.toContain('Seriedad de la oferta, N.º 1 ');
    expect(await list({ state: 'nada' })).toContain('Vigentes');
  });

  test('lists ended guarantees twenty a page', async () => {
    for (let n = 0; n < 22; n++) {
      await own({ issuerNumber: `V-${n}`, validFrom: '2026-01-01', validTo: '2026-02-01' });
    }
    const first = await renderPage(GuaranteesPage, {});
    expect(first).toContain('href="/panel/garantias?before=3"');
    expect(textOf(await renderPage(GuaranteesPage, {}, { before: '3' }))).toMatch(
      /N\.º 2 .*N\.º 1 /,
    );
  });

  test('as a CSV file escapes formulas and has the own guarantees only', async () => {
    await own({ issuerName: '=1+1', amount: '1234.5' });
    const eva = await makeUser({ email: 'eva@otra.cl' });
    await postOwn(eva.cookies, { issuerNumber: 'E' });
    const path = '/panel/garantias/csv';
    const csv = await (await call(csvRoute, path, { cookies: panel.ana.cookies })).text();
    const [head, row, ...more] = csv.trim().split('\r\n');
    expect(head).toContain('"N.º";"Estado"');
    expect(row).toContain('"\'=1+1";"PZ-20261-88";"1234,5";"pesos"');
    expect(more).toEqual([]);
    const none = await call(csvRoute, `${path}?state=cobrada`, { cookies: panel.ana.cookies });
    expect((await none.text()).trim().split('\r\n')).toHaveLength(1);
    expect((await call(csvRoute, path)).status).toBe(401);
  });

  test('is summed up on the panel: the next end, and an action for what ends within a month', async () => {
    await own({ validTo: '2027-03-01' });
    const far = await renderPage(PanelHome, {});
    expect(textOf(far)).toContain('La que termina antes');
    expect(far).not.toContain('/prorroga');
    const { id } = await own({ issuerNumber: 'B', validTo: '2026-12-20' });
    const near = await renderPage(PanelHome, {});
    const frame = await renderPage(
      async () => PanelLayout({ children: null, params: Promise.resolve({}) }),
      {},
    );
    expect(textOf(frame)).toContain('Garantías 1 necesita atención');
    expect(textOf(near)).toContain('Pedir prórroga Garantía N.º 2, Seriedad de la oferta');
    expect(near).toContain(`<a href="/panel/garantias/${id}">Garantía`);
    expect(near).toContain(`action="/panel/garantias/${id}/prorroga`);
  });
});

describe('the page of an own guarantee', () => {
  const say = (id: string, form: Record<string, string>) =>
    postForm(`/panel/garantias/${id}/evento`, {
      form: { cuanto: 'parte', ...form },
      cookies: panel.ana.cookies,
    });

  test('notes a claim, a return and its undoing; the same form sent twice counts once', async () => {
    const { id } = await own({ validFrom: '2026-11-01' });
    const form = { kind: 'cobrada', amount: '500.000', on: '19-11-2026', clave: 'una', text: '' };
    for (let n = 0; n < 2; n++) {
      expect((await say(id, form)).headers.get('location')).toContain(`${id}?aviso=cobrada`);
    }
    const pageText = textOf(await seen(id, { aviso: 'cobrada' }));
    expect(pageText).toContain('Anotamos el cobro.');
    expect(pageText).toContain('Cobrado hasta ahora $ 500.000');
    expect(pageText.match(/Cobrada el 19-11-2026/g)).toHaveLength(1);
    expect(pageText).not.toContain('La entregué');
    // After a partial claim the rest stays in force, so the panel still names its end.
    expect(await renderPage(PanelHome, {})).toMatch(
      new RegExp(`La que termina antes.*href="/panel/garantias/${id}"`, 's'),
    );
    expect((await say(id, { kind: 'devuelta' })).status).toBe(303);
    expect(textOf(await seen(id))).toContain('¿Qué pasó con ella? No me la devolvieron Documento');
    expect((await say(id, { kind: 'deshecha' })).status).toBe(303);
    const again = textOf(await seen(id));
    expect(again).toContain('Cobrada en parte');
    expect(again).toContain('No fue devuelta: se anotó por error');
    expect((await say(id, { kind: 'deshecha' })).headers.get('location')).toContain('conflict');
  });

  test('refuses a claim above the amount or on a day to come, and shows what was typed', async () => {
    const { id } = await own();
    const form = { kind: 'cobrada', amount: '2.000.000', on: '21-11-2027', text: 'Ayer' };
    const response = await say(id, form);
    browseAs({ ...panel.ana.cookies, formulario: cookiesOf(response).formulario ?? '' });
    const page = await seen(id, { error: 'validation_failed' });
    expect(textOf(page)).toContain('Elige un día hasta hoy.');
    expect(page).toMatch(/value="2\.000\.000"/);
    expect(page).toMatch(/>Ayer<\/textarea>/);
    const above = await say(id, { ...form, on: '' });
    browseAs({ ...panel.ana.cookies, formulario: cookiesOf(above).formulario ?? '' });
    expect(textOf(await seen(id, { error: 'validation_failed' }))).toContain('supera el monto');
  });

  test('can void an own record, which then takes no other event', async () => {
    const { id } = await own({ note: 'En la caja fuerte' });
    const bare = textOf(await seen(id));
    expect(bare).toContain('En la caja fuerte');
    expect(bare).toContain('Verificación');
    expect(bare).not.toContain('compara su archivo');
    expect((await say(id, { kind: 'anulada' })).headers.get('location')).toContain('aviso=anulada');
    const page = await seen(id);
    expect(textOf(page)).toContain('Anulada');
    expect(page).not.toContain('/sheet');
    expect(textOf(page)).not.toContain('Verificación');
    expect(page).not.toContain('Pedir prórroga');
    expect((await say(id, { kind: 'devuelta' })).headers.get('location')).toContain('conflict');
  });

  test('does not exist for another account, which cannot change the guarantee either', async () => {
    const { id } = await own();
    const eva = await makeUser({ email: 'eva@otra.cl' });
    browseAs(eva.cookies);
    await expect(seen(id)).rejects.toThrow(/NEXT_HTTP_ERROR_FALLBACK;404|not found/i);
    const form = { kind: 'devuelta' };
    const path = `/panel/garantias/${id}/evento`;
    const response = await postForm(path, { form, cookies: eva.cookies });
    expect(response.headers.get('location')).toBe(`/panel/garantias/${id}?error=not_found`);
    expect((await readIssued(panel.ana.cookies, id)).state).toBe('vigente');
  });
});
