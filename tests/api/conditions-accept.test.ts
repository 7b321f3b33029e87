import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { findLeadNews } from '#lib/domain/crm/reads.ts';
import { newsNote } from '#lib/domain/crm/view.ts';
import { moveRequest } from '#lib/domain/leads/writes.ts';
import { endLinks } from '#lib/domain/links/writes.ts';
import { readFlash } from '#lib/http/flash.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { getEnv } from '#lib/platform/env.ts';
import { isoDay } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { auditOf, getAccount } from '#tests/support/auth-calls.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { filesIn } from '#tests/support/mailbox-files.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { payAsGuest } from '#tests/support/payment-links.ts';
import {
  deliver,
  finish,
  logInPayer,
  paymentMails,
  startOfRequest,
} from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({
  ...webpay.variables,
  RATE_LIMITS: 'off',
  MAIL_INTERNAL_TO: 'equipo@resguardo.cl',
});
const DAY = 86_400_000;
let admin: Record<string, string>;
let id: number;
let submissionId: number;
let token: string;
beforeEach(async () => {
  await logInPayer(webpay);
  askAs({});
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  ({ id, submissionId } = await sendRequest(publicBody));
  token = await shownToken('receipt', submissionId);
});

const isAccepted = eq(leadEvents.kind, 'accepted');
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const page = (query = {}) => show(ReceiptPage, { token }, query);
const done = () => `/comprobante/${token}#condiciones`;
const asked = () => getDb().read.select().from(paymentRequests);
const kinds = async () => (await eventsOf(id)).map(({ kind }) => kind);
const accepted = async () => (await kinds()).filter((kind) => kind === 'accepted').length;
const payLinkOf = (html: string) => /href="\/pagar\/([^"]+)"/.exec(html)?.[1] ?? '';
const move = (to: RequestState) => {
  const at = world.now();
  return getDb().write((tx) => moveRequest(tx, { leadId: id, to, actor: 'crm', at, now: at }));
};

/** What the page says after a press that was refused. */
async function refusal(version: number | string): Promise<string> {
  const response = await postForm(`/comprobante/${token}/condiciones`, {
    form: { version: `${version}` },
  });
  expect(response.headers.get('location')).toBe(`/comprobante/${token}?error=conflict`);
  const message = readFlash(`formulario=${cookiesOf(response).formulario}`)?.message ?? '';
  askAs(cookiesOf(response));
  expect(text(await page({ error: 'conflict' }))).toContain(message);
  return message;
}

describe('conditions that are accepted', () => {
  test('are kept with time, address and version, and paid by the link that is there at once', async () => {
    await offer(admin, id);
    world.advance(60_000);
    expect(await accept(token, 1, { address: '203.0.113.77' })).toBe(done());
    const [request, ...others] = await asked();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ amount: 45_000, email: publicBody.email, leadId: id });
    const [event] = await getDb().read.select().from(leadEvents).where(isAccepted);
    expect(event).toMatchObject({ actor: 'guest', at: world.now() });
    expect(JSON.parse(event?.detail ?? '')).toEqual({
      version: 1,
      price: 45_000,
      address: '203.0.113.77',
      paymentRequestId: request?.id,
    });
    const after = await page();
    expect(text(after)).toMatch(
      /Aceptaste estas condiciones el .* Pagar \$ 45\.000 Hasta el \S+ Garantía Seriedad de la oferta Precio/,
    );
    expect(after.match(/href="\/pagar\//g)).toHaveLength(2);
    expect(after.match(/btn-primary[^>]*>Pagar/g)).toHaveLength(1);
    expect(after).not.toContain('Acepto estas condiciones');
    expect(after).not.toContain('203.0.113');
    expect(after).toContain('Con el pago gestionamos la emisión');
    expect(after).not.toContain('no pagas ni te comprometes');
    await payAsGuest(webpay, payLinkOf(after));
    expect(text(await page())).toMatch(/Pago \$ 45\.000 Pagado Garantía de la solicitud/);
    expect(text(await page())).not.toContain('Pagar $');
    expect(await rowProblems()).toEqual([]);
  });

  test('are told to the team by mail, in the history, on the lead’s page and to the CRM', async () => {
    await offer(admin, id);
    await accept(token, 1);
    const { id: accountId } = await getAccount('ana@constructora.cl');
    expect(await auditOf(accountId)).toContain('conditions.accepted');
    await deliver();
    const told = filesIn(world.dataDir).filter(({ subject }) =>
      /^Aceptó las condiciones/.test(subject),
    );
    expect(told.map(({ to }) => [to].flat()[0])).toEqual(['equipo@resguardo.cl']);
    expect(told[0]?.text).toContain(`/admin/leads/${id}`);
    expect(paymentMails(world)).toHaveLength(1);
    const [row] = await getDb().read.select().from(leadEvents).where(isAccepted);
    const notes = (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.crm-note');
    expect(notes.map(({ payload }) => JSON.parse(payload))).toEqual([{ eventId: row?.id }]);
    const news = await findLeadNews(row?.id ?? 0);
    const note = news && newsNote(news);
    expect(note).toContain('<p>Condiciones aceptadas: $ 45.000, versión 1</p>');
    expect(note).not.toContain('203.0.113');
    askAs(admin);
    const lead = text(await show(LeadPage, { id: `${id}` }));
    expect(lead).toMatch(/Condiciones Aceptadas Enviadas el .*, versión 1 · aceptadas el /);
    expect(lead).toMatch(
      /Condiciones aceptadas, versión 1: \$ 45\.000 .*Quien tenía el enlace Desde /,
    );
    expect(lead).toMatch(/Pagos \$ 45\.000 Por pagar/);
  });

  test('twice, and by many at once, are accepted once and asked to be paid once', async () => {
    await offer(admin, id);
    const ways = await Promise.all(Array.from({ length: 5 }, () => accept(token, 1)));
    expect(new Set(ways)).toEqual(new Set([done()]));
    expect(await accept(token, 1)).toBe(done());
    expect(await accepted()).toBe(1);
    expect(await asked()).toHaveLength(1);
  });

  test('are accepted without payments set up here, and none is asked for', async () => {
    await offer(admin, id);
    getEnv().transbank = undefined;
    expect(await accept(token, 1)).toBe(done());
    expect(await asked()).toEqual([]);
    expect(text(await page())).toContain('Tu asesor te escribe para el pago.');
  });
});

describe('a press is refused', () => {
  test('of a version that was replaced meanwhile, and the page shows the new one', async () => {
    await offer(admin, id);
    await offer(admin, id, { price: 50_000 });
    expect(await refusal(1)).toContain('Tu asesor envió otras condiciones');
    expect(await page({ error: 'conflict' })).toContain(
      '<a href="#condiciones">Ver las condiciones',
    );
    expect(text(await page())).toMatch(
      /Condiciones, versión 2 Garantía Seriedad de la oferta Precio \$ 50\.000/,
    );
    expect(await asked()).toEqual([]);
    for (const never of [3, 0, -1, 1.5, 'x', '']) {
      expect(await accept(token, never)).toContain('error=');
    }
    expect(await accepted()).toBe(0);
  });

  test('after their last day in Chile, and not before', async () => {
    await offer(admin, id, { validUntil: isoDay(world.now() + DAY) });
    world.advance(2 * DAY);
    expect(await refusal(1)).toContain('vencieron');
    expect(await page()).not.toContain('Acepto estas condiciones');
    expect(text(await page())).toContain('Estas condiciones vencieron');
    world.advance(-DAY);
    expect(await accept(token, 1)).toBe(done());
  });

  test.each(['rechazada', 'emitida'] as const)('of a request that is %s', async (state) => {
    await offer(admin, id);
    await move(state);
    expect(await refusal(1)).toContain('ya no recibe respuestas');
    expect(await accepted()).toBe(0);
  });

  test('where nothing was sent, by a link that ended, or by none of ours', async () => {
    expect(await refusal(1)).toContain('No hay condiciones');
    await offer(admin, id);
    await getDb().write((tx) => endLinks(tx, 'receipt', `${submissionId}`, world.now()));
    expect(await accept(token, 1)).toContain('error=share_expired');
    expect(await accept('x'.repeat(40), 1)).toContain('error=invalid_token');
    expect(await accepted()).toBe(0);
    expect(text(await page())).not.toContain('Condiciones');
  });
});

describe('a new version after one was accepted', () => {
  const again = () => offer(admin, id, { price: 50_000 });
  beforeEach(async () => {
    await offer(admin, id);
    await accept(token, 1);
  });

  test('ends what that one asked to be paid, and is accepted and paid by itself', async () => {
    const old = payLinkOf(await page());
    expect(await again()).toBe(200);
    expect(await startOfRequest({}, old)).toMatchObject({ error: 'conflict' });
    const shown = await page();
    expect(text(shown)).toMatch(/Condiciones, versión 2 .* Acepto estas condiciones/);
    expect(await accept(token, 2)).toBe(done());
    expect(text(await page())).toContain('Pagar $ 50.000');
    await deliver();
    expect(paymentMails(world).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('50.000'),
    ]);
    expect(await rowProblems()).toEqual([]);
  });

  test('is refused while it is being paid and once it is, until that is given back', async () => {
    const started = await startOfRequest({}, payLinkOf(await page()));
    expect(await again()).toBe(409);
    await finish(webpay, started, 'approve');
    expect(await again()).toBe(409);
    expect((await kinds()).filter((kind) => kind === 'conditions')).toHaveLength(1);
    const form = { clave: 'una', amount: '45.000' };
    await postForm(`/admin/pagos/${started.buyOrder}/devolver`, { form, cookies: admin });
    expect(await again()).toBe(200);
  });
});
