import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { findLeadNews } from '#lib/domain/crm/reads.ts';
import { newsNote } from '#lib/domain/crm/view.ts';
import { endLinks } from '#lib/domain/links/writes.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount } from '#tests/support/accounts.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { eventsOf } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest } from '#tests/support/payment-links.ts';
import { finishPayment, paymentMails, startLinkPayment } from '#tests/support/payments.ts';
import { moveLeadByCrm, payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';

const { webpay, world, cookies, request, page } = await requestForTest();

const isAccepted = eq(leadEvents.kind, 'accepted');
const send = (changes?: object) => sendConditions(cookies.admin, request.id, changes);
const agree = (version: number | string = 1) => acceptConditions(request.token, version);
const read = async () => textOf(await page());
const done = () => `/comprobante/${request.token}#estado`;
const requested = () => getDb().read.select().from(paymentRequests);
const kinds = async () => (await eventsOf(request.id)).map(({ kind }) => kind);
const accepted = async () => (await kinds()).filter((kind) => kind === 'accepted').length;

/** Returns the page's message after a refused press. */
async function refusal(version: number | string): Promise<string> {
  const path = `/comprobante/${request.token}`;
  const response = await postForm(`${path}/condiciones`, { form: { version: `${version}` } });
  expect(response.headers.get('location')).toBe(`${path}?error=conflict`);
  const message = parseFlash(cookiesOf(response).formulario)?.message ?? '';
  browseAs(cookiesOf(response));
  expect(textOf(await page({ error: 'conflict' }))).toContain(message);
  return message;
}

describe('conditions that are accepted', () => {
  test('are recorded with time, version and IP, and their payment link is on the page at once', async () => {
    await send();
    world.advance(60_000);
    const form = { version: '1' };
    const path = `/comprobante/${request.token}/condiciones`;
    const pressed = await postForm(path, { form, ip: '203.0.113.77' });
    expect(redirectOf(pressed)).toBe(done());
    // The cookie opens the request, so it is sent to the pages of the payment alone.
    expect(pressed.headers.getSetCookie().join()).toMatch(
      new RegExp(`solicitud-aceptada=${request.token}; Max-Age=86400; Path=/pagar; HttpOnly`),
    );
    const [payment, ...others] = await requested();
    expect(others).toEqual([]);
    const { email } = publicBody;
    expect(payment).toMatchObject({ amount: 45_000, email, leadId: request.id });
    const [event] = await getDb().read.select().from(leadEvents).where(isAccepted);
    expect(event).toMatchObject({ actor: 'guest', at: world.now() });
    expect(event?.detail).toEqual({
      version: 1,
      price: 45_000,
      address: '203.0.113.77',
      paymentRequestId: payment?.id,
    });
    const after = await page();
    expect(textOf(after)).toMatch(
      /Pago \$ 45\.000 .* Paga antes del \S+ .* Aceptaste estas condiciones el .* Precio .* Garantía Seriedad de la oferta/,
    );
    expect(after.match(/href="\/pagar\//g)).toHaveLength(2);
    expect(after.match(/btn-primary[^>]*>Pagar/g)).toHaveLength(1);
    expect(after).not.toContain('Acepto estas condiciones');
    expect(after).not.toContain('203.0.113');
    expect(after).toContain('Con el pago gestionamos la emisión');
    expect(after).not.toContain('no pagas ni te comprometes');
    await payAsGuest(webpay, payLinkOf(after));
    expect(await read()).toMatch(/Pago \$ 45\.000 Pagado Garantía de la solicitud/);
    expect(await read()).not.toContain('Pagar $');
    expect(await rowProblems()).toEqual([]);
  });

  test('are reported to the team by mail, in the history, on the lead’s page and to the CRM', async () => {
    await send();
    await agree();
    const { id: accountId } = await getAccount('ana@constructora.cl');
    expect(await auditTrailOf(accountId)).toContain('conditions.accepted');
    await deliverDue();
    const sentMails = mailboxFilesIn(world.dataDir).filter(({ subject }) =>
      /^Aceptó las condiciones/.test(subject),
    );
    expect(sentMails.map(({ to }) => [to].flat()[0])).toEqual(['equipo@resguardo.cl']);
    expect(sentMails[0]?.text).toContain(`/admin/leads/${request.id}`);
    expect(paymentMails(world)).toHaveLength(1);
    const [row] = await getDb().read.select().from(leadEvents).where(isAccepted);
    const notes = (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.crm-note');
    expect(notes.map(({ payload }) => payload)).toEqual([{ eventId: row?.id }]);
    const news = await findLeadNews(row?.id ?? 0);
    const note = news && newsNote(news);
    expect(note).toContain('<p>Condiciones aceptadas: $ 45.000, versión 1</p>');
    expect(note).not.toContain('203.0.113');
    browseAs(cookies.admin);
    const lead = textOf(await renderPage(LeadPage, { id: `${request.id}` }));
    expect(lead).toMatch(/Condiciones Aceptadas Enviadas el .*, versión 1 · aceptadas el /);
    expect(lead).toMatch(
      /Condiciones aceptadas, versión 1: \$ 45\.000 .*Quien tenía el enlace Desde /,
    );
    expect(lead).toMatch(/Pagos \$ 45\.000 Por pagar/);
  });

  test('several times, also at once, are recorded once and cause one payment request', async () => {
    await send();
    const ways = await Promise.all(Array.from({ length: 5 }, () => agree()));
    expect(new Set(ways)).toEqual(new Set([done()]));
    expect(await agree()).toBe(done());
    expect(await accepted()).toBe(1);
    expect(await requested()).toHaveLength(1);
  });

  test('where payments are not configured cause no payment request, and the page says the advisor will write', async () => {
    await send();
    getEnv().transbank = undefined;
    expect(await agree()).toBe(done());
    expect(await requested()).toEqual([]);
    expect(await read()).toContain('Tu asesor te escribe para el pago.');
  });
});

describe('accepting conditions is refused', () => {
  test('for a version that was replaced meanwhile, and the page shows the new one', async () => {
    await send();
    await send({ price: 50_000 });
    expect(await refusal(1)).toContain('Tu asesor envió otras condiciones');
    expect(await page({ error: 'conflict' })).toContain(
      '<a href="#condiciones">Ver las condiciones',
    );
    expect(await read()).toMatch(
      /Acepta las condiciones, versión 2 Precio \$ 50\.000 .* Garantía Seriedad de la oferta/,
    );
    expect(await requested()).toEqual([]);
    for (const invalidItem of [3, 0, -1, 1.5, 'x', '']) {
      expect(await agree(invalidItem)).toContain('error=');
    }
    expect(await accepted()).toBe(0);
  });

  test('after their last day in Chile, but not on it', async () => {
    await send({ validUntil: isoDay(world.now() + DAY) });
    world.advance(2 * DAY);
    expect(await refusal(1)).toContain('vencieron');
    expect(await page()).not.toContain('Acepto estas condiciones');
    expect(await read()).toContain('Estas condiciones vencieron');
    world.advance(-DAY);
    expect(await agree()).toBe(done());
  });

  test.each(['rechazada', 'emitida'] as const)('for a request that is %s', async (state) => {
    await send();
    await moveLeadByCrm(request.id, state);
    expect(await refusal(1)).toContain('ya no recibe respuestas');
    expect(await accepted()).toBe(0);
  });

  test('where none were sent, and by a link that has ended or is not ours', async () => {
    expect(await refusal(1)).toContain('No hay condiciones');
    await send();
    await getDb().write((tx) => endLinks(tx, 'receipt', `${request.submissionId}`, world.now()));
    expect(await agree()).toContain('error=share_expired');
    expect(await acceptConditions('x'.repeat(40), 1)).toContain('error=invalid_token');
    expect(await accepted()).toBe(0);
    expect(await read()).not.toContain('Condiciones');
  });
});

describe('a new version of conditions after one was accepted', () => {
  const again = () => send({ price: 50_000 });
  beforeEach(async () => {
    await send();
    await agree();
  });

  test('ends the payment link of the old one, and is accepted and paid separately', async () => {
    const old = payLinkOf(await page());
    expect(await again()).toBe(200);
    expect(await startLinkPayment({}, old)).toMatchObject({ error: 'conflict' });
    const shown = await page();
    expect(textOf(shown)).toMatch(/condiciones, versión 2 .* Acepto estas condiciones/);
    expect(await agree(2)).toBe(done());
    expect(await read()).toContain('Pagar $ 50.000');
    await deliverDue();
    expect(paymentMails(world).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('50.000'),
    ]);
    expect(await rowProblems()).toEqual([]);
  });

  test('is refused while the old one is being paid or is paid, and possible after a refund', async () => {
    const started = await startLinkPayment({}, payLinkOf(await page()));
    expect(await again()).toBe(409);
    await finishPayment(webpay, started, 'approve');
    expect(await again()).toBe(409);
    expect((await kinds()).filter((kind) => kind === 'conditions')).toHaveLength(1);
    const form = { clave: 'una', amount: '45.000', reason: 'twice' };
    await postForm(`/admin/pagos/${started.buyOrder}/devolver/enviar`, {
      form,
      cookies: cookies.admin,
    });
    expect(await again()).toBe(200);
  });
});
