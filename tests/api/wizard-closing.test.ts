import { describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { answersFromLink, previousPage, wizardProgress } from '#lib/domain/drafts/rules.ts';
import type { StepId } from '#lib/domain/drafts/steps.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import { SUSPENDED } from '#lib/domain/marketplace/rules.ts';
import { formatDateTime, formatDay, formatTime } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { waitForMarketplaceCalls } from '#tests/support/marketplace.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { chileanLocalTime, createTender } from '#tests/support/tender-fixtures.ts';
import {
  requestAndCheckTender,
  requestForTender,
  TENDER_CODE,
  tendersForTest,
} from '#tests/support/tenders.ts';
import { followWizard, newVisitor, publicAnswers, reachReview } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

const tenders = tendersForTest();
const { tipo = {}, contacto = {}, empresa = {}, direccion = {} } = publicAnswers;
const over = {
  title: 'Garantía de Seriedad de Ofertas',
  until: '15-03-2020',
  amount: '1',
  unit: '%',
};

async function atType(closing: number) {
  const closesAt = chileanLocalTime(now() + closing);
  tenders.api.set({ tenders: [createTender({ closesAt, guarantees: [over] })] });
  const who = newVisitor();
  await followWizard(who, { tipo, contacto, licitacion: { idLicitacion: TENDER_CODE } });
  await followWizard(who, { institucion: {}, empresa, direccion }, 'institucion');
  return { who, page: textOf(await stepPage(who, 'garantia-tipo')) };
}

describe('a tender in the wizard', () => {
  test('that closes within 48 hours shows a countdown, and names the telephone', async () => {
    await tenders.world.reopen({ ...tenders.api.variables, ABOUT_PHONE: '+56 2 2345 6789' });
    const { who, page } = await atType(DAY + 7.5 * HOUR);
    expect(page).toContain('La licitación cierra en 1 día y 7 horas');
    // Once a page has shown it in full, the others have one line that unfolds.
    expect(page).toContain('7 horas. Ver qué hacer');
    const first = textOf(await stepPage(who, 'institucion'));
    expect(first).toContain('La licitación cierra en 1 día y 7 horas');
    expect(first).toContain('Si necesitas la garantía antes, llama al +56 2 2345 6789');
  });

  test('brings a warning that a bid bond may come too late, as far as the issue time is configured', async () => {
    await tenders.world.reopen({ ...tenders.api.variables, ABOUT_ISSUE_DAYS: '2' });
    const { page } = await atType(3 * DAY);
    expect(page).toContain('La garantía podría llegar tarde. Ver qué hacer');
    expect(page).toContain('Con entrega en 2 días hábiles, una garantía de seriedad podría no');
    const closesAt = chileanLocalTime(now() + 3 * DAY);
    tenders.api.set({ tenders: [createTender({ closesAt, state: SUSPENDED })] });
    tenders.world.advance(HOUR);
    const who = await reachReview({
      ...publicAnswers,
      licitacion: { idLicitacion: TENDER_CODE },
    });
    const suspended = textOf(await stepPage(who, 'revisar'));
    expect(suspended).toContain('está suspendida');
    expect(suspended).not.toMatch(/podría no llegar|llegar tarde/);
  });

  test('makes the review say until when to pay, or that it may be late and whom to ask', async () => {
    const settings = { ABOUT_ISSUE_DAYS: '2', ABOUT_WHATSAPP: '+56 9 8765 4321' };
    const review = async (days: number) => {
      await tenders.world.reopen({ ...tenders.api.variables, ...settings });
      const { who } = await atType(days * DAY);
      await who.save('garantia-tipo', { tipoGarantia: 'seriedad' });
      const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
      await who.save('garantia-monto', { montoGarantia: '90000', monedaGarantia: 'pesos', g });
      const [from, until] = [days, 90].map((day) => formatDay(now() + day * DAY));
      const term = { vigenciaDesde: from ?? '', vigenciaHasta: until ?? '', g };
      await who.save('garantia-vigencia', term);
      await followWizard(who, { garantias: {} }, 'garantias');
      await who.attach('contrato', {});
      return textOf(await stepPage(who, 'revisar'));
    };
    // The tender closes on Thursday 10 December, and Tuesday is a holiday.
    const early = await review(20);
    expect(early).toContain(
      'Para llegar a tiempo, paga a más tardar el 04-12-2026: la entrega toma 2 días hábiles, y así está lista antes del día del cierre',
    );
    expect(early).not.toContain('podría no llegar a tiempo');
    expect(early).toMatch(/La licitación cierra el [^.]*, en 20 días/);
    const late = await review(3);
    expect(late).toMatch(
      /Antes de enviar, confirma La licitación cierra el .* podría no llegar a tiempo: .* Para llegar a tiempo, escribe por WhatsApp al/,
    );
    expect(late.split('podría no llegar a tiempo').length).toBe(2);
  });

  test('that closes soon brings the telephone only during office hours', async () => {
    const reach = { ABOUT_PHONE: '+56 2 2345 6789', ABOUT_ANSWER_HOURS: '4' };
    await tenders.world.reopen({ ...tenders.api.variables, ...reach });
    tenders.world.advance(DAY / 2);
    const { page } = await atType(DAY);
    expect(page).toContain('no atendemos por teléfono');
    expect(page).not.toContain('llama al');
  });

  test('that closes soon shows its countdown on the request page until it closes', async () => {
    await tenders.world.reopen({ ...tenders.api.variables, ABOUT_PHONE: '+56 2 2345 6789' });
    tenders.api.set({
      tenders: [createTender({ closesAt: chileanLocalTime(now() + DAY + 2 * HOUR) })],
    });
    const { token } = await requestAndCheckTender();
    const page = async () => textOf(await renderPage(ReceiptPage, { token }));
    const urgent = 'La licitación cierra en 1 día y 2 horas Para llegar a tiempo, llama al';
    expect(await page()).toContain(urgent);
    tenders.world.advance(2 * DAY);
    expect(await page()).not.toContain('Para llegar a tiempo');
  });

  test('that closes before office hours brings a warning on the request page and in its mail', async () => {
    const variables = { ABOUT_PHONE: '+56 2 2345 6789', ABOUT_ANSWER_HOURS: '4' };
    await tenders.world.reopen({ ...tenders.api.variables, ...variables });
    const late = 'Puede que no alcancemos: nuestra respuesta podría llegar después del cierre.';
    const sent = async (left: number) => {
      tenders.api.set({ tenders: [createTender({ closesAt: chileanLocalTime(now() + left) })] });
      const { token } = await requestAndCheckTender();
      const page = textOf(await renderPage(ReceiptPage, { token }));
      // The tender is known now, so a second request carries the notice in its mail.
      const { id } = await requestForTender();
      const mail = (await deliverMails()).find(
        ({ subject }) => subject === `Recibimos tu solicitud N.º ${id}`,
      );
      return [page, mail?.text ?? ''];
    };
    for (const text of await sent(3 * HOUR)) expect(text).toContain(late);
    tenders.world.advance(3 * DAY);
    for (const text of await sent(47 * HOUR)) {
      expect(text).toContain('llama al +56 2 2345 6789');
      expect(text).not.toContain(late);
    }
  });

  test('can be searched by name from the page that asks for its ID', async () => {
    const who = newVisitor();
    await followWizard(who, { tipo, contacto });
    const page = await stepPage(who, 'licitacion');
    expect(page).toMatch(
      new RegExp(
        `<a href="/licitaciones\\?borrador=${(await who.draft())?.id}"[^>]*>Búscala por nombre`,
      ),
    );
  });

  test('shows no countdown when it closes in more than 48 hours', async () => {
    expect((await atType(3 * DAY)).page).not.toContain('cierra en');
  });

  test('shows its closing on every later page, and afterwards that it closed', async () => {
    const { who, page } = await atType(3 * DAY);
    expect(page).toContain(`La licitación cierra el ${formatDateTime(now() + 3 * DAY)}, en`);
    tenders.world.advance(4 * DAY);
    const later = textOf(await stepPage(who, 'garantia-tipo'));
    expect(later).toContain('ya no sirve para ofertar. Cambiar el ID');
    expect(later).not.toContain('La licitación cierra');
  });

  test('is looked up again by its page while Mercado Público does not answer', async () => {
    tenders.api.fail('server-error');
    const who = newVisitor();
    await followWizard(who, { tipo, contacto, licitacion: { idLicitacion: TENDER_CODE } });
    const page = async () => textOf(await stepPage(who, 'institucion'));
    expect(await page()).toContain(`último intento a las ${formatTime(now())}`);
    tenders.api.set({ tenders: [createTender()] });
    tenders.api.recover();
    expect(await page()).toContain('Seguimos preguntando');
    tenders.world.advance(MINUTE);
    expect(await page()).toContain('Seguimos preguntando');
    await waitForMarketplaceCalls();
    expect(await page()).toContain('Mantención de caminos rurales');
  });

  test('lets a bid bond begin after its closing', async () => {
    const { who } = await atType(3 * DAY);
    await who.save('garantia-tipo', { tipoGarantia: 'seriedad' });
    const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
    await who.save('garantia-monto', { montoGarantia: '90000', monedaGarantia: 'pesos', g });
    const [from, until] = [4, 90].map((days) => formatDay(now() + days * DAY));
    const term = { vigenciaDesde: from ?? '', vigenciaHasta: until ?? '', g };
    expect(await who.save('garantia-vigencia', term)).toContain('/garantias');
  });

  test('given in a link skips pages for “Volver” too, and the number of pages stays', async () => {
    const { answered, ...rest } = answersFromLink({ licitacion: TENDER_CODE });
    const stepsOn = (step: StepId) => {
      const answers = { ...rest, answered: [...answered, 'contacto' as const] };
      return {
        before: previousPage(answers, { step })?.step,
        ...wizardProgress(answers, { step }),
      };
    };
    const { total } = stepsOn('contacto');
    expect(stepsOn('institucion')).toEqual({ before: 'contacto', current: 2, total });
    expect(stepsOn('licitacion').total).toBe(total);
    expect(stepsOn('contacto').before).toBeUndefined();
  });

  test('says why its guarantee suggests no last day, before and after it is used', async () => {
    const { who, page } = await atType(3 * DAY);
    expect(page).toContain('Vence 15-03-2020, que ya pasó');
    const draft = await who.draft();
    const [one] = (draft && (await findDraftTender(draft.answers)))?.suggestions ?? [];
    const form = { sugerencia: one?.key ?? '' };
    await who.post('/sugerencia', { form });
    const [item] = (await who.draft())?.answers.garantias ?? [];
    const g = item?.id ?? '';
    await who.save('garantia-monto', { montoGarantia: '90000', monedaGarantia: 'pesos', g });
    const { closesAt = null } = (draft && (await findDraftTender(draft.answers)))?.facts ?? {};
    const term = textOf(await stepPage(who, 'garantia-vigencia', { g }));
    expect(term).toContain('La ficha pide que venza el 15-03-2020, y esa fecha ya pasó');
    const day = formatDay(closesAt ?? 0);
    expect(term).toContain(`La licitación cierra el ${day}: a esa fecha ya debe regir.`);
  });
});
