import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import PayPage from '#app/pagar/[token]/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import PanelLayout from '#app/panel/layout.tsx';
import PaymentsPage from '#app/panel/pagos/page.tsx';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import RequestsPage from '#app/panel/solicitudes/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import {
  andesCompany,
  inviteMember,
  joinCompany,
  suspendAccount,
  switchCompany,
} from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment, signedInOf } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const admin = forEachTest(() => openAdminArea({ ...webpay.variables, RATE_LIMITS: 'off' }));

type Cookies = Record<string, string>;
const seen = async (cookies: Cookies, page: unknown, query: Record<string, string> = {}) => {
  browseAs(cookies);
  return textOf(await renderPage(page as typeof RequestsPage, {}, query));
};
const company = async (cookies: Cookies) => (await signedInOf(cookies)).companyId ?? '';
const move = (cookies: Cookies, id: number, empresa: string) =>
  postForm(`/panel/solicitudes/${id}/empresa`, { form: { empresa }, cookies });
const emailed = { ...publicBody, email: 'ana@andes.cl' };

async function sendAs(cookies: Cookies) {
  const { data } = await (await submitRequest(emailed, { cookies })).json();
  const submissionId: number = data.submissionId;
  const [row] = await getDb()
    .read.select({ id: leads.id })
    .from(leads)
    .where(eq(leads.submissionId, submissionId));
  return { id: row?.id ?? 0, submissionId };
}

/** Ana's request and its payment, both of which she sent while she acted as herself. */
async function paidAlone() {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const andesId = await company(ana.cookies);
  await switchCompany(ana.cookies, '');
  const { id, submissionId } = await sendAs(ana.cookies);
  const link = await requestPayment(admin.ana.cookies, { leadId: id, email: 'ana@andes.cl' });
  browseAs(ana.cookies);
  expect(textOf(await renderPage(PayPage, { token: link }))).toContain(
    'Pagas por tu cuenta personal: el comprobante',
  );
  const started = await startLinkPayment(ana.cookies, link);
  expect((await move(ana.cookies, submissionId, andesId)).headers.get('location')).toContain(
    'error=conflict',
  );
  await finishPayment(webpay, started, 'approve');
  return { ana, andesId, submissionId, buyOrder: started.buyOrder, link };
}

test('a personal request can be moved by its sender to the company of its RUT, with its payment', async () => {
  const { ana, andesId, submissionId, buyOrder } = await paidAlone();
  await switchCompany(ana.cookies, andesId);
  const colleague = await joinCompany(ana, 'carla@andes.cl');
  const offered = await seen(ana.cookies, RequestsPage);
  expect(offered).toContain('Es de mi empresa');
  expect(offered).toMatch(/solicitud N\.º.\d+ \([^)]*: (\$|UF) [\d.,]+/);
  const id = `${submissionId}`;
  const elsewhere = await renderPage(RequestPage, { id });
  expect(textOf(elsewhere)).toContain('Está en tu cuenta personal , y ahora actúas por otra');
  expect(elsewhere).toContain(`value="/panel/solicitudes/${id}"`);
  browseAs(colleague.cookies);
  await expect(renderPage(RequestPage, { id })).rejects.toThrow();
  expect(await seen(colleague.cookies, RequestsPage)).not.toContain('Es de mi empresa');
  expect(await seen(colleague.cookies, PaymentsPage)).not.toContain('45.000');
  const moved = await move(ana.cookies, submissionId, andesId);
  expect(moved.headers.get('location')).toBe(
    `/panel/solicitudes?aviso=movida&numero=${submissionId}`,
  );
  const after = await seen(ana.cookies, RequestsPage, { aviso: 'movida', numero: id });
  expect(after).not.toContain('Es de mi empresa');
  expect(after).toContain(`Ver la solicitud N.º ${id}`);
  await switchCompany(ana.cookies, '');
  browseAs(ana.cookies);
  expect(textOf(await renderPage(RequestPage, { id }))).toContain(
    'Está en Andes SpA , y ahora actúas',
  );
  await switchCompany(ana.cookies, andesId);
  expect(await seen(colleague.cookies, RequestsPage)).toContain('4809-45-LE26');
  expect(await seen(colleague.cookies, PaymentsPage)).toContain('45.000');
  expect(await seen(colleague.cookies, ActivityPage)).toContain('pasó una solicitud a la empresa');
  browseAs(colleague.cookies);
  expect(await renderPage(PaymentsPage, {})).toContain(`/panel/pagos/${buyOrder}`);
});

test('a request cannot be moved by a stranger with the same RUT, nor into a stranger’s company', async () => {
  const { ana, andesId, submissionId } = await paidAlone();
  const eva = await makeUser({ email: 'eva@otra.cl', ...andesCompany });
  const stranger = await company(eva.cookies);
  expect(await seen(eva.cookies, RequestsPage)).not.toContain('Es de mi empresa');
  for (const [cookies, target] of [
    [eva.cookies, stranger],
    [eva.cookies, andesId],
    [ana.cookies, stranger],
  ] as const) {
    const location = (await move(cookies, submissionId, target)).headers.get('location');
    expect(location).toContain('error=not_found');
  }
  await switchCompany(ana.cookies, andesId);
  expect(await seen(ana.cookies, RequestsPage)).toContain('Es de mi empresa');
});

test('several requests that may be moved are offered in one line, whose acts are folded', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const andesId = await company(ana.cookies);
  await switchCompany(ana.cookies, '');
  const sent = [await sendAs(ana.cookies), await sendAs(ana.cookies)];
  await switchCompany(ana.cookies, andesId);
  browseAs(ana.cookies);
  const page = await renderPage(RequestsPage, {});
  const [, fold = ''] = /<details><summary[^>]*>(2 solicitudes de tu .*?)<\/details>/s.exec(page) ?? [];
  expect(textOf(fold)).toContain('2 solicitudes de tu cuenta personal parecen de la empresa');
  for (const { submissionId } of sent)
    expect(fold).toContain(`action="/panel/solicitudes/${submissionId}/empresa`);
  expect(textOf(page.replace(fold, ''))).not.toContain('Es de mi empresa');
});

test('a request cannot be moved to a company that the team suspended', async () => {
  const { ana, andesId, submissionId } = await paidAlone();
  expect(await seen(ana.cookies, RequestsPage)).toContain('Es de mi empresa');
  await suspendAccount(andesId);
  expect(await seen(ana.cookies, RequestsPage)).not.toContain('Es de mi empresa');
  const refused = await move(ana.cookies, submissionId, andesId);
  expect(refused.headers.get('location')).toContain('error=not_found');
});

test('the activity lists a payment once, with amount and request, and finds it by the request’s number', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const { id, submissionId } = await sendAs(ana.cookies);
  const link = await requestPayment(admin.ana.cookies, { leadId: id, email: 'ana@andes.cl' });
  browseAs(ana.cookies);
  expect(textOf(await renderPage(PayPage, { token: link }))).toContain(
    'Pagas por Andes SpA: el comprobante',
  );
  const started = await startLinkPayment(ana.cookies, link);
  await finishPayment(webpay, started, 'approve');
  await inviteMember(ana.cookies, 'nueva@andes.cl');
  browseAs(ana.cookies);
  const page = await renderPage(ActivityPage, {});
  expect(textOf(page)).toContain(`Pagaste con Webpay: $ 45.000 , solicitud N.º ${submissionId}`);
  expect(textOf(page)).not.toMatch(/Empezaste un pago|Abrimos tu pago/);
  expect(page).toContain(`href="/panel/solicitudes/${submissionId}"`);
  expect(textOf(page)).toContain('Actividad de la empresa');
  expect(textOf(page)).toContain('Últimos 7 días');
  const found = await seen(ana.cookies, ActivityPage, { q: `N.º ${submissionId}` });
  expect(found).toContain('Pagaste con Webpay');
  expect(found).not.toContain('Invitaste');
});

test('the page of a company’s request offers a reader nothing that only editors can do', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const { submissionId } = await sendAs(ana.cookies);
  const rosa = await joinCompany(ana, 'rosa@andes.cl', 'reader');
  const pageOf = async (cookies: Cookies) => {
    browseAs(cookies);
    const children = await RequestPage({
      params: Promise.resolve({ id: `${submissionId}` }),
      searchParams: Promise.resolve({}),
    });
    return textOf(
      await renderPage((() => PanelLayout({ children, params: Promise.resolve({}) })) as never, {}),
    );
  };
  const forEditors = /Adelantar un documento|¿Hay un error\?/g;
  expect((await pageOf(ana.cookies)).match(forEditors)).toHaveLength(2);
  expect(await pageOf(rosa.cookies)).not.toMatch(forEditors);
});
