import { describe, expect, test } from 'vitest';
import TendersPage from '#app/(sitio)/licitaciones/page.tsx';
import IssuePage from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { lookUpTenderGuarantees } from '#lib/domain/marketplace/reads/guarantees.ts';
import { AWARDED, SUSPENDED } from '#lib/domain/marketplace/rules.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { moveLeadByCrm, payLinkOf } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { chileanLocalTime, createTender } from '#tests/support/tender-fixtures.ts';
import {
  applicant,
  requestAndCheckTender,
  requestForTender,
  rival,
  TENDER_CODE,
  tendersForTest,
} from '#tests/support/tenders.ts';
import { followWizard, newVisitor, publicAnswers, WIZARD } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

const webpay = await startWebpay();
const tenders = tendersForTest();
const { become } = tenders;

const row = { until: '15-03-2027', amount: '4', unit: '%' };
const seriedad = { ...row, title: 'Garantía de Seriedad de Ofertas' };
const cumplimiento = { ...row, title: 'Garantía fiel de Cumplimiento de Contrato', amount: '10' };

function receiptOf({ token }: { token: string }) {
  const page = async () => textOf(await renderPage(ReceiptPage, { token }));
  return { path: `/comprobante/${token}`, page };
}

describe('pages say that a tender closed', () => {
  const closed = 'La licitación ya cerró';

  test('on the request page of a bid bond and its payment page, once the closing is past', async () => {
    const requested = await requestForTender();
    const { page } = receiptOf(requested);
    browseAs({});
    expect(await page()).not.toContain(closed);
    const unmoved = await requestForTender();
    const { cookies } = await makeAdvisor();
    await sendConditions(cookies, requested.id);
    await acceptConditions(requested.token, 1);
    await become({ closesAt: chileanLocalTime(tenders.world.now() + HOUR) });
    tenders.world.advance(2 * HOUR);
    browseAs({});
    expect(await page()).toContain(closed);
    const waiting = await receiptOf(unmoved).page();
    expect(waiting).toContain('Su licitación ya no recibe ofertas');
    expect(waiting).not.toContain('Un asesor la revisará');
    const link = payLinkOf(await renderPage(ReceiptPage, { token: requested.token }));
    expect(textOf(await renderPage(PayPage, { token: link }))).toContain(closed);
  });

  test('and ask to write before paying only while a payment is open, whoever paid', async () => {
    await tenders.world.reopen({ ...tenders.api.variables, ...webpay.variables });
    const { cookies } = await makeAdvisor();
    const { email } = publicBody;
    const ana = await makeUser({ email });
    const [paid, halfPaid] = [await requestForTender(), await requestForTender()];
    for (const { id: leadId } of [paid, halfPaid]) {
      const link = await requestPayment(cookies, { email, leadId });
      await finishPayment(webpay, await startLinkPayment(ana.cookies, link), 'approve');
    }
    await requestPayment(cookies, { email, leadId: halfPaid.id, open: 'keep' });
    await become({ closesAt: chileanLocalTime(tenders.world.now() + HOUR) });
    tenders.world.advance(2 * HOUR);
    browseAs({});
    const page = async ({ token }: { token: string }) => receiptOf({ token }).page();
    expect(await page(halfPaid)).toContain('Antes de pagar, avísale');
    expect(await page(paid)).toMatch(new RegExp(`${closed}.* Avísale a tu asesor`));
    expect(await page(paid)).not.toContain('Antes de pagar');
  });

  test('but not on the request page of a performance bond', async () => {
    const [first] = publicBody.garantias;
    const requested = await requestForTender({
      garantias: [{ ...first, tipoGarantia: 'cumplimiento' }],
    });
    await become({ closesAt: chileanLocalTime(tenders.world.now() + HOUR) });
    tenders.world.advance(2 * HOUR);
    browseAs({});
    expect(await receiptOf(requested).page()).not.toContain(closed);
  });

  test('where the tender is searched by its id, once its data was fetched', async () => {
    const search = async () => textOf(await renderPage(TendersPage, {}, { q: TENDER_CODE }));
    browseAs({});
    expect(await search()).toContain('Si ya cerró, o todavía no la vemos');
    await requestAndCheckTender();
    await become({ closesAt: chileanLocalTime(tenders.world.now() + HOUR) });
    tenders.world.advance(2 * HOUR);
    expect(await search()).toContain(`${TENDER_CODE} ya cerró Cerró el`);
  });
});

describe('the page of a request', () => {
  test('shows applicant and team the status of the tender and what happened to it', async () => {
    const requested = await requestAndCheckTender();
    await become({ state: SUSPENDED });
    browseAs({});
    const { page } = receiptOf(requested);
    for (const part of [`Ver ${TENDER_CODE} en Mercado Público`, 'La licitación fue suspendida'])
      expect(await page()).toContain(part);
    browseAs((await makeAdvisor()).cookies);
    const leadPage = textOf(await renderPage(LeadPage, { id: `${requested.id}` }));
    expect(leadPage).toContain('La licitación fue suspendida');
    expect(leadPage).toContain('Ley 19.886 Pide seriedad de la oferta, y la ley solo la permite');
    expect(leadPage).toContain('Suspendida');
    expect(leadPage).toMatch(/La licitación está suspendida\. Confirma .*Tomar en revisión/);
    await moveLeadByCrm(requested.id, 'aprobada');
    const issue = await renderPage(IssuePage, { id: `${requested.id}`, item: '0' });
    expect(textOf(issue)).toContain('La licitación está suspendida.');
    // The document fills in the other fields, so it stands before them.
    expect(issue.indexOf('name="file"')).toBeLessThan(issue.indexOf('name="issuerName"'));
  });

  test('offers the winner a performance bond, filled in from the tender’s page', async () => {
    const requested = await requestAndCheckTender();
    tenders.api.set({ tenders: [createTender({ guarantees: [cumplimiento] })] });
    await lookUpTenderGuarantees(TENDER_CODE);
    await become({ state: AWARDED, awards: [applicant], guarantees: [cumplimiento] });
    browseAs({});
    const { page, path } = receiptOf(requested);
    const shown = await page();
    expect(shown).toContain('adjudicada a tu empresa');
    expect(shown).toContain('Pedir el fiel cumplimiento');
    const who = newVisitor();
    const form = { para: 'cumplimiento' };
    const pressed = await postForm(`${path}/otra`, { form, cookies: who.cookies });
    who.see(pressed);
    expect(pressed.headers.get('location')).toMatch(/garantia-monto\?g=/);
    const draft = await who.draft();
    expect(draft?.answers).toMatchObject({
      values: {
        idLicitacion: TENDER_CODE,
        institucion: publicBody.institucion,
        rutEmpresaOferente: '76123456-0',
      },
      garantias: [
        { tipoGarantia: 'cumplimiento', vigenciaHasta: '2027-03-15', page: { amount: '10 %' } },
      ],
    });
    const g = draft?.answers.garantias[0]?.id ?? '';
    const step = textOf(await stepPage(who, 'garantia-monto', { g }));
    expect(step).toContain(
      `los datos de tu solicitud N.º ${requested.submissionId}. Los archivos empiezan`,
    );
    expect(step).toContain('fiel cumplimiento de más del 5 %');
  });

  test.each([
    ['that others won', [rival], {}],
    ['for one that asked for it already', [applicant], { tipoGarantia: 'cumplimiento' }],
  ])('offers no performance bond for a tender %s', async (_, awards, item) => {
    const garantias = publicBody.garantias.map((candidate) => ({ ...candidate, ...item }));
    const requested = await requestAndCheckTender({ garantias });
    await become({ state: AWARDED, awards });
    browseAs({});
    const { page } = receiptOf(requested);
    expect(await page()).toContain('La licitación fue adjudicada');
    expect(await page()).not.toContain('Pedir el fiel cumplimiento');
  });

  test('and the wizard both say where the tender demands more than the law allows', async () => {
    tenders.api.set({ tenders: [createTender({ guarantees: [seriedad, cumplimiento] })] });
    const who = newVisitor();
    const { tipo = {}, contacto = {}, empresa = {}, direccion = {} } = publicAnswers;
    await followWizard(who, { tipo, contacto, licitacion: { idLicitacion: TENDER_CODE } });
    await followWizard(who, { institucion: {}, empresa, direccion }, 'institucion');
    const step = textOf(await stepPage(who, 'garantia-tipo'));
    // The tender is read before the answer is sent.
    expect(step).toMatch(/Pide más de lo que dice la ley.*Qué dice la ley.*Continuar/);
    const requested = await requestForTender();
    browseAs({});
    const { page } = receiptOf(requested);
    for (const shown of [step, await page()]) {
      expect(shown).toContain('la ley solo la permite en licitaciones sobre 5.000 UTM');
      expect(shown).toContain('fiel cumplimiento de más del 5 %');
      expect(shown).toContain('Ley 19.886, artículo 11');
    }
    expect(await who.save('garantia-tipo', { tipoGarantia: 'seriedad' })).toContain(WIZARD);
  });
});
