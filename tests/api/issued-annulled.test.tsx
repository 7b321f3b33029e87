import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteePage from '#app/admin/garantias/[id]/page.tsx';
import IssuePage from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import LinkedGuaranteePage from '#app/garantia/[token]/page.tsx';
import {
  getLinkedDocument,
  getLinkedSheet,
} from '#lib/domain/issued-guarantees/file-operations.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { api, call } from '#tests/support/call.ts';
import {
  issuedFacts,
  postOwn,
  recordIssued,
  recordOwnIssued,
  reportEvent,
} from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { routeOf } from '#tests/support/routes.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
const [first] = publicBody.garantias;
const second = { ...first, tipoGarantia: 'cumplimiento', montoGarantia: '250000' };
beforeEach(async () => {
  ({ id } = await sendRequest({ ...publicBody, garantias: [first, second] }));
  await admin.post('estado', id, { state: 'aprobada' });
  browseAs(admin.ana.cookies);
});

const facts = { issuerNumber: 'PZ-77', issuerRut: '96.000.001-3', note: 'Va con anexo' };
const annul = (guarantee: string) => reportEvent(admin.ana.cookies, guarantee, { kind: 'anulada' });
const mails = () => admin.toApplicant().map(({ subject }) => subject);
const form = async (item: number) => {
  const page = await renderPage(IssuePage, { id: `${id}`, item: `${item}` });
  const typed = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0].match(/value="([^"]*)"/)?.[1];
  return { page, typed };
};

describe('a guarantee that was recorded by mistake and is annulled', () => {
  test('is announced to whom its first mail reached, and its link shows it as annulled without document', async () => {
    const { id: guarantee, number } = await recordIssued(admin.ana.cookies, id, facts);
    await admin.deliver();
    const texts = admin.toApplicant().map(({ text }) => text);
    const link = /\/garantia\/([\w.~-]+)/.exec(texts.join())?.[1] ?? '';
    const page = () => renderPage(LinkedGuaranteePage, { token: link });
    expect(await page()).toContain(`/garantia/${link}/documento`);
    await annul(guarantee);
    await admin.deliver();
    expect(mails().at(-1)).toBe(`Anulamos una garantía que te avisamos: N.º ${number}`);
    expect(admin.toApplicant().at(-1)?.text).toContain('no entregues ese documento');
    expect(await page()).toContain('Anulada');
    expect(await page()).not.toContain('/documento');
    for (const { path } of [getLinkedDocument, getLinkedSheet]) {
      const { GET } = await routeOf(path);
      expect((await call(GET, path, { params: { token: link } })).status).toBe(409);
    }
  });

  test('sends no mail when the first one had not left yet', async () => {
    await admin.deliver();
    const before = mails();
    const { id: guarantee } = await recordIssued(admin.ana.cookies, id, facts);
    await annul(guarantee);
    await admin.deliver();
    expect(mails()).toEqual(before);
  });

  test('is announced also when the first mail was tried and got no answer', async () => {
    await admin.deliver();
    const { id: guarantee, number } = await recordIssued(admin.ana.cookies, id, facts);
    admin.resend.failNext({ how: 'status', status: 500 });
    await admin.deliver();
    await annul(guarantee);
    admin.world.advance(MINUTE);
    await admin.deliver();
    expect(mails().at(-1)).toBe(`Anulamos una garantía que te avisamos: N.º ${number}`);
  });

  test('can be recorded again from its page, with its former facts filled in', async () => {
    const amount = '1400000';
    const { id: guarantee } = await recordIssued(admin.ana.cookies, id, {
      ...{ ...facts, amount, differenceReason: 'Rebaja' },
    });
    expect(await renderPage(GuaranteePage, { id: guarantee })).not.toContain(
      'Registrarla corregida',
    );
    await annul(guarantee);
    const to = `href="/admin/leads/${id}/emision/0">Registrarla corregida`;
    expect(await renderPage(GuaranteePage, { id: guarantee })).toContain(to);
    expect(await renderPage(GuaranteePage, { id: guarantee })).toMatch(
      /Anulada: se.*? · ana@resguardo\.cl/s,
    );
    const { page, typed } = await form(0);
    expect(typed('issuerNumber')).toBe('PZ-77');
    expect(typed('issuerRut')).toBe('96.000.001-3');
    expect(typed('amount')).toBe('1.400.000');
    expect(typed('validTo')).toBe('01-03-2027');
    expect(page).toContain('Va con anexo</textarea>');
  });
});

describe('the form for the second guarantee of a request', () => {
  const longer = { validTo: '2027-04-15', differenceReason: 'Cubre más.' };

  test('begins with the issuer of the first, and with its dates if the same dates were requested', async () => {
    await recordIssued(admin.ana.cookies, id, { ...facts, ...longer });
    const { page, typed } = await form(1);
    expect(typed('issuerName')).toBe(issuedFacts.issuerName);
    expect(typed('issuerRut')).toBe('96.000.001-3');
    expect(page).toMatch(/<option value="poliza" selected/);
    expect(typed('validTo')).toBe('15-04-2027');
    expect(typed('issuerNumber')).toBe('');
    expect(typed('amount')).toBe('250.000');
    // The requested terms are shown as they were.
    expect(textOf(page)).toContain('01-12-2026 al 01-03-2027');
  });

  test('keeps its own dates if other dates were requested', async () => {
    const other = { ...second, vigenciaHasta: '2028-01-31' };
    ({ id } = await sendRequest({ ...publicBody, garantias: [first, other] }));
    await admin.post('estado', id, { state: 'aprobada' });
    await recordIssued(admin.ana.cookies, id, { ...facts, ...longer });
    expect((await form(1)).typed('validTo')).toBe('31-01-2028');
  });
});

test('a company’s guarantee that the team annulled cannot be recorded again by the company', async () => {
  const { cookies } = await makeUser({ email: 'otra@constructora.cl' });
  const own = { issuerName: 'Banco Andes', issuerNumber: 'B-1' };
  for (const kind of ['devuelta', 'cobrada']) {
    const facts = { ...own, issuerNumber: kind };
    const { id: guarantee, verificationCode } = await recordOwnIssued(cookies, facts);
    expect((await reportEvent(cookies, guarantee, { kind })).status).toBe(200);
    expect((await reportEvent(cookies, guarantee, { kind: 'anulada' })).status).toBe(409);
    expect((await annul(guarantee)).status).toBe(200);
    expect((await annul(guarantee)).status).toBe(409);
    expect((await api(`/api/verify/${verificationCode}`)).status).toBe(404);
    const again = await postOwn(cookies, facts);
    expect(again.status).toBe(409);
    expect((await again.json()).message).toContain('El equipo anuló tu registro');
  }
  expect((await postOwn(cookies, own)).status).toBe(200);
});
