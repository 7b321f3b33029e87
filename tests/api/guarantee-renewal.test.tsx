import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import LinkedPage from '#app/garantia/[token]/page.tsx';
import GuaranteePage from '#app/panel/garantias/[id]/page.tsx';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import {
  approvedRequest,
  moveRequest,
  readIssued,
  recordIssued,
  recordOwnIssued,
  reportEvent,
} from '#tests/support/issued.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { linksOf, shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { newVisitor, type Visitor, WIZARD, withoutDraft } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let lead: number;
let submissionId: number;
let id: string;
beforeEach(async () => {
  ({ id: lead, submissionId } = await approvedRequest());
  ({ id } = await recordIssued(admin.ana.cookies, lead));
});

const token = () => shownLinkToken('issued', 1);

async function press(who: Visitor, path: string, form = {}): Promise<string> {
  const response = await postForm(`${path}/prorroga`, { form, cookies: who.cookies });
  who.see(response);
  return response.headers.get('location') ?? '';
}

/** Types the new end, sends the request and returns its lead. */
async function finish(who: Visitor, email = publicBody.email) {
  const draft = await who.draft();
  const g = draft?.answers.garantias[0]?.id ?? '';
  const dates = { vigenciaDesde: '02-03-2027', vigenciaHasta: '01-09-2027' };
  if (email !== publicBody.email) await who.save('contacto', { ...contact, email });
  await who.save('garantia-vigencia', { g, ...dates, glosaGarantia: 'La misma' });
  expect(await who.send()).toContain('/comprobante/');
  const request = await getGuaranteeRequest((await who.draft())?.submissionId ?? 0);
  await moveRequest(request.leadId, 'aprobada');
  return request;
}
const contact = { nombreSolicitante: 'Ana Muñoz', telefonoSolicitante: '+56 9 1234 5678' };
const renewed = { validFrom: '2027-03-02', validTo: '2027-09-01', glosa: 'La misma' };
const successor = { issuerNumber: 'PZ-2', ...renewed };

describe('requesting an extension', () => {
  test('with the new end leads straight to the page to review and send', async () => {
    const who = newVisitor();
    Object.assign(who.cookies, (await makeUser({ email: publicBody.email })).cookies);
    const place = await press(who, `/panel/garantias/${id}`, { hasta: '01-09-2027' });
    expect(withoutDraft(place)).toBe(`${WIZARD}/revisar`);
  });

  test('without the new end opens the wizard there with all else filled in, and again on a second press', async () => {
    const who = newVisitor();
    const place = await press(who, `/garantia/${await token()}`);
    const draft = await who.draft();
    const [item] = draft?.answers.garantias ?? [];
    expect(withoutDraft(place)).toBe(`${WIZARD}/garantia-vigencia?g=${item?.id}`);
    expect(item).toMatchObject({
      renews: 1,
      tipoGarantia: 'seriedad',
      montoGarantia: '1500000.5',
      monedaGarantia: 'pesos',
      vigenciaDesde: '2027-03-02',
      glosaGarantia: 'Para garantizar la seriedad de la oferta 4809-45-LE26',
    });
    expect(item?.vigenciaHasta).toBeUndefined();
    expect(draft?.answers.values).toMatchObject({
      email: publicBody.email,
      idLicitacion: '4809-45-LE26',
      rutInstitucion: '69265000-K',
      rutEmpresaOferente: '76123456-0',
    });
    const page = await stepPage(who, 'garantia-vigencia', { g: item?.id ?? '' });
    expect(textOf(page)).toContain('Prórroga de tu garantía N.º 1');
    expect(page).toContain('value="02-03-2027"');
    // A second press continues it, and a request of another kind begins beside it.
    expect(await press(who, `/garantia/${await token()}`)).toBe(place);
    const receipt = `/comprobante/${await shownLinkToken('receipt', submissionId)}`;
    const other = await postForm(`${receipt}/otra`, { form: {}, cookies: who.cookies });
    expect(other.headers.get('location')).toContain('/gestiona-tu-garantia/');
  });

  test('links both guarantees once the new one is issued, and the old one names its successor', async () => {
    const who = newVisitor();
    await press(who, `/garantia/${await token()}`);
    const { leadId: newLead, answers } = await finish(who);
    expect(answers.garantias).toMatchObject([{ renews: 1, vigenciaHasta: '2027-09-01' }]);
    const next = await recordIssued(admin.ana.cookies, newLead, successor);
    const data = await readIssued(admin.ana.cookies, id);
    expect(data).toMatchObject({
      state: 'prorrogada',
      successorId: next.id,
      events: [{ kind: 'prorrogada', by: 'advisor' }, { kind: 'registrada' }],
    });
    const events = (await eventsOf(lead)).filter(({ kind }) => kind === 'issued');
    expect(events.at(-1)).toMatchObject({ number: 1, said: 'prorrogada' });
    browseAs((await makeUser()).cookies);
    const before = await renderPage(GuaranteePage, { id });
    expect(textOf(before)).toContain('La reemplaza la garantía N.º 2');
    expect(before).toContain(`href="/panel/garantias/${next.id}"`);
    expect(before).not.toContain('Pedir prórroga');
    const after = await renderPage(GuaranteePage, { id: next.id });
    expect(after).toContain(`href="/panel/garantias/${id}"`);
  });

  test('is shown on the guarantee once it is sent, unless another address sent it or the guarantee was returned', async () => {
    browseAs((await makeUser()).cookies);
    const page = async () => renderPage(GuaranteePage, { id });
    const [other, who] = [newVisitor(), newVisitor()];
    for (const visitor of [other, who]) await press(visitor, `/garantia/${await token()}`);
    await finish(other, 'otra@empresa.cl');
    expect(textOf(await page())).not.toContain('Pediste prórroga');
    await finish(who);
    const sent = (await who.draft())?.submissionId;
    expect(textOf(await page())).toMatch(/Pediste prórroga el \d\d-\d\d-\d{4}\. Ver la solicitud/);
    expect(await page()).toContain(`href="/panel/solicitudes/${sent}"`);
    await reportEvent(admin.ana.cookies, id, { kind: 'devuelta' });
    expect(textOf(await page())).not.toContain('Pediste prórroga');
  });

  test('from another address leaves the guarantees unlinked when the new one is issued', async () => {
    const who = newVisitor();
    await press(who, `/garantia/${await token()}`);
    const { leadId: newLead } = await finish(who, 'otra@empresa.cl');
    await recordIssued(admin.ana.cookies, newLead, successor);
    expect(await readIssued(admin.ana.cookies, id)).toMatchObject({
      state: 'vigente',
      successorId: null,
    });
  });

  test('leaves a guarantee that was returned meanwhile as returned, and cannot be repeated', async () => {
    const who = newVisitor();
    await press(who, `/garantia/${await token()}`);
    const { leadId } = await finish(who);
    await reportEvent(admin.ana.cookies, id, { kind: 'devuelta' });
    await recordIssued(admin.ana.cookies, leadId, successor);
    expect((await readIssued(admin.ana.cookies, id)).state).toBe('devuelta');
    const path = `/garantia/${await token()}`;
    expect(await press(newVisitor(), path)).toBe(`${path}?error=conflict`);
  });

  test('cannot be claimed by a form or by the API for a guarantee', async () => {
    const who = newVisitor();
    await press(who, `/garantia/${await token()}`);
    const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
    const dates = { vigenciaDesde: '02-03-2027', vigenciaHasta: '01-09-2027' };
    await who.save('garantia-vigencia', { g, ...dates, renews: '99' });
    await who.save('garantia-tipo', { tipoGarantia: 'anticipo', renews: '99' });
    expect((await who.draft())?.answers.garantias.map(({ renews }) => renews)).toEqual([
      1,
      undefined,
    ]);
    const garantias = [{ ...publicBody.garantias[0], renews: 1 }];
    const sent = await sendRequest({ ...publicBody, garantias });
    const { answers } = await getGuaranteeRequest(sent.submissionId);
    expect(answers.garantias[0]).not.toHaveProperty('renews');
  });

  test('of a company’s own record fills in its parties, and the applicant from the profile', async () => {
    const { cookies } = await makeUser({ email: 'dos@andes.cl', name: 'Luisa' });
    const changes = { tenderId: '', issuerNumber: 'PROPIA', beneficiaryName: 'Minera Norte S.A.' };
    const data = await recordOwnIssued(cookies, changes);
    const who = newVisitor();
    Object.assign(who.cookies, cookies);
    await press(who, `/panel/garantias/${data.id}`);
    const { values, garantias } = (await who.draft())?.answers ?? {};
    expect(values).toMatchObject({
      sistemaLicitacion: 'privados',
      razonSocialMandante: 'Minera Norte S.A.',
      rutMandantePrivados: '69265000-K',
      nombreEmpresaContratista: 'Constructora Andes SpA',
      email: 'dos@andes.cl',
      nombreSolicitante: 'Luisa',
    });
    expect(garantias).toMatchObject([{ renews: 2, vigenciaDesde: '2027-03-02' }]);
    expect(privateBody.sistemaLicitacion).toBe(values?.sistemaLicitacion);
    const mine = `/panel/garantias/${id}`;
    expect(await press(who, mine)).toBe(`${mine}?error=not_found`);
  });
});

describe('the mailed link to a guarantee', () => {
  test('shows its facts and links to its document and sheet, without an account', async () => {
    const page = await renderPage(LinkedPage, { token: await token() });
    expect(textOf(page)).toMatch(/Emisor Aseguradora Andes .*Vigencia 01-12-2026 al 01-03-2027/);
    expect(page).toContain(`/garantia/${encodeURIComponent(await token())}/documento"`);
    expect(page).toContain('/hoja"');
  });

  test('ends after thirty days, and then a new one can be mailed to the same address', async () => {
    const givenToken = await token();
    admin.world.advance(30 * DAY);
    const page = await renderPage(LinkedPage, { token: givenToken });
    expect(textOf(page)).toContain('Este enlace ya no sirve');
    expect(page).not.toContain('Aseguradora');
    const requested = await postForm(`/garantia/${givenToken}/pedir`, { form: {} });
    expect(requested.headers.get('location')).toBe(`/garantia/${givenToken}?aviso=enviado`);
    await admin.deliver();
    const [mail] = admin.toApplicant().filter(({ subject }) => subject === 'Tu enlace nuevo');
    expect(mail?.text).toMatch(/ves tu garantía N\.º\s1 .*\/garantia\//s);
  });

  test('is another link than the one on the request page', async () => {
    const path = await token();
    await renderPage(LinkedPage, { token: path });
    const links = (await linksOf(1)).filter(({ kind }) => kind === 'issued');
    expect(links.map(({ mailedTo }) => mailedTo === null).sort()).toEqual([false, true]);
  });
});

describe('the pages of a request', () => {
  test('say how many guarantees were issued, and link to each until the links are closed', async () => {
    const second = { ...publicBody, garantias: [...publicBody.garantias, ...publicBody.garantias] };
    const sent = await sendRequest(second);
    await moveRequest(sent.id, 'aprobada');
    const receipt = { token: await shownLinkToken('receipt', sent.submissionId) };
    expect(textOf(await renderPage(ReceiptPage, receipt))).not.toContain('emitidas');
    const first = await recordIssued(admin.ana.cookies, sent.id, { issuerNumber: 'PZ-9', item: 1 });
    const page = await renderPage(ReceiptPage, receipt);
    expect(textOf(page)).toContain('1 de 2 emitidas');
    expect(page).toContain(`href="/garantia/${await shownLinkToken('issued', first.number)}"`);
    const { cookies: mine } = await makeUser();
    browseAs(mine);
    const panel = await renderPage(RequestPage, { id: `${sent.submissionId}` });
    expect(panel).toContain(`href="/panel/garantias/${first.id}"`);
    const close = `/panel/solicitudes/${sent.submissionId}/cerrar-enlaces`;
    await postForm(close, { form: {}, cookies: mine });
    const linkToken = await shownLinkToken('issued', first.number);
    const linked = await renderPage(LinkedPage, { token: linkToken });
    expect(textOf(linked)).toContain('Este enlace ya no sirve');
  });
});
