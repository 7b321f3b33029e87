import { beforeEach, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import TrailPage from '#app/admin/auditoria/page.tsx';
import ProofPage from '#app/admin/borrar/constancia/[id]/page.tsx';
import ErasePage from '#app/admin/borrar/page.tsx';
import EraseAccountPage from '#app/admin/cuentas/[id]/borrar/page.tsx';
import AccountPage from '#app/admin/cuentas/[id]/page.tsx';
import AccountsPage from '#app/admin/cuentas/page.tsx';
import DeliveryPage from '#app/admin/entregas/[id]/page.tsx';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import StatusPage from '#app/admin/estado/page.tsx';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import PeoplePage from '#app/admin/personas/page.tsx';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { collectPages, markupOrRedirect } from '#tests/support/page-outlines.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { startLinkPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { sendTextFromPage } from '#tests/support/requested-documents.ts';
import { submitRequest } from '#tests/support/submissions.ts';

const { webpay, world, cookies } = await paymentsForTest({
  RATE_LIMITS: 'off',
  ABOUT_ANSWER_HOURS: '4',
  ABOUT_PHONE: '+56 2 2345 6789',
});
const people = { luis: { id: '' }, owner: { id: '', personId: '' }, suspended: { id: '' } };
const call = 'Con una llamada el 24-11-2026 a las 10:00';

/** Two advisors, a company of two, a suspended account, and leads of each kind and age. */
beforeEach(async () => {
  people.luis = await makeAdvisor('luis@resguardo.cl');
  const owner = await makeUser({ ...andesCompany, email: 'duena@andes.cl' });
  world.advance(MINUTE);
  await joinCompany(owner, 'colega@andes.cl', 'reader');
  const suspended = await makeUser({ email: 'mora@otra.cl', name: 'Mora Otra' });
  Object.assign(people, { owner, suspended });
  await sendContact(contactBody);
  world.advance(HOUR);
  await sendContact(
    { ...contactBody, correo: 'bruno@obras.cl', respuesta_preferida: call },
    { path: '/api/contact-advisor' },
  );
  await submitRequest({ ...publicBody, email: 'duena@andes.cl' }, { cookies: owner.cookies });
  world.advance(DAY);
  await sendRequest({ ...privateBody, email: 'pedro@otra.cl' });
  await insertLead({ email: 'duena@andes.cl', name: 'Dueña Andes', assignedTo: people.luis.id });
  await putIssued([
    { email: 'duena@andes.cl', validFrom: '2026-11-21', validTo: '2026-12-01' },
    { email: 'pedro@otra.cl', issuerName: 'Banco Ajeno', amount: '900', currency: 'UF' },
    { email: 'duena@andes.cl', validFrom: '2026-01-01', validTo: '2026-11-20' },
  ]);
});

const ask = async (changes: object) => {
  await markSessionsProved();
  return requestPayment(cookies.admin, changes);
};

test('the pages and mails of a team of two advisors have the approved outline', async () => {
  const story = collectPages('admin');
  const add = async (page: string, step: string, draw: () => Promise<string>) => {
    browseAs(cookies.admin);
    const html = await markupOrRedirect(draw());
    const steady = html
      .replace(/[\d.,]+ GB/, 'some GB')
      .replace(/En marcha desde hace [^.<]+/, 'En marcha desde hace un rato');
    story.add(page, step, steady);
    browseAs({});
  };
  const inbox = (step: string, query = {}) =>
    add('inbox', step, () => renderPage(InboxPage, {}, query));
  await inbox('all');
  await inbox('mine', { asignada: 'yo' });
  await inbox('search', { q: 'andes' });
  await inbox('nothing found', { q: 'zzzz' });
  const posted = await postForm('/admin/asignar', {
    form: { 'lead-1': 'recibida', 'lead-3': 'recibida', assignedTo: people.luis.id },
    cookies: cookies.admin,
  });
  await inbox(
    'two assigned',
    Object.fromEntries(new URL(posted.headers.get('location') ?? '', 'http://x').searchParams),
  );
  await add('message', 'with a promised call', () => renderPage(LeadPage, { id: '2' }));
  const token = await shownLinkToken('lead-receipt', 2);
  story.add('received', 'with a promised call', await renderPage(ReceivedPage, { token }));
  await sendTextFromPage(`/recibido/${token}`, '¿Pueden llamar antes?');
  await postForm('/admin/leads/2/llamada', {
    form: { resultado: 'missed', clave: 'una' },
    cookies: cookies.admin,
  });
  await add('message', 'written to', () => renderPage(LeadPage, { id: '2' }));
  story.add('received', 'written to', await renderPage(ReceivedPage, { token }));

  const link = await ask({ email: 'pedro@otra.cl', leadId: 4 });
  const { buyOrder } = await payAsGuest(webpay, link);
  await ask({ email: 'tesoreria@andes.cl', leadId: 3, amount: 30_000, description: 'Prima' });
  const pending = await ask({ email: 'mora@otra.cl', amount: 5000, description: 'Sin solicitud' });
  await startLinkPayment({}, pending);
  const payments = (step: string, query = {}) =>
    add('payments', step, () => renderPage(PaymentsPage, {}, query));
  await payments('one paid, one under way, one requested');
  world.advance(3 * DAY);
  await sweepPayments(world.now());
  cookies.admin = await newSession((await makeAdvisor('jefa2@resguardo.cl')).id, 'admin');
  await payments('three days later');
  await payments('of a payer', { q: 'pedro@otra.cl' });
  await payments('of an order', { q: buyOrder });
  await add('guarantees', 'all', () => renderPage(GuaranteesPage, {}));
  await add('guarantees', 'of a company', () => renderPage(GuaranteesPage, {}, { q: 'Ajeno' }));

  await deliverDue();
  await getDb().write((tx) =>
    tx.run("update deliveries set state = 'dead', last_error = 'refused 422' where id in (2, 5)"),
  );
  await add('deliveries', 'two dead', () => renderPage(DeliveriesPage, {}));
  const [delivery] = await getDb().read.select({ id: deliveries.id }).from(deliveries).limit(1);
  await add('delivery', 'sent', () => renderPage(DeliveryPage, { id: `${delivery?.id}` }));
  await add('delivery', 'dead', () => renderPage(DeliveryPage, { id: '2' }));
  await add('status', 'with dead deliveries', () => renderPage(StatusPage, {}));

  await add('accounts', 'all', () => renderPage(AccountsPage, {}));
  await add('accounts', 'found', () => renderPage(AccountsPage, {}, { q: 'andes' }));
  const account = (step: string, id: string) =>
    add('account', step, () => renderPage(AccountPage, { id }));
  await account('of an owner', people.owner.personId);
  await account('of a company', people.owner.id);
  await account('of an advisor', people.luis.id);
  await account('of a person', people.suspended.id);
  await markSessionsProved();
  await postForm(`/admin/cuentas/${people.suspended.id}/cambiar`, {
    form: { change: 'suspend', reason: 'Lo pidió' },
    cookies: cookies.admin,
  });
  await account('of a person, suspended', people.suspended.id);
  await add('erase-account', 'of a person', () =>
    renderPage(EraseAccountPage, { id: people.suspended.id }),
  );
  await add('people', 'nobody', () => renderPage(PeoplePage, {}));
  await add('people', 'with everything', () => renderPage(PeoplePage, {}, { q: 'duena@andes.cl' }));
  await add('people', 'unknown', () => renderPage(PeoplePage, {}, { q: 'nadie@andes.cl' }));
  await add('erase', 'of an address', () => renderPage(ErasePage, {}, { correo: 'pedro@otra.cl' }));
  const form = { correo: 'pedro@otra.cl', confirmation: 'pedro@otra.cl' };
  await postForm('/admin/borrar/confirmar', { form, cookies: cookies.admin });
  await add('proof', 'of an erasure', () => renderPage(ProofPage, { id: '1' }));
  await inbox('after an erasure');
  await payments('after an erasure');
  await add('trail', 'all', () => renderPage(TrailPage, {}));
  await add('trail', 'of an account', () =>
    renderPage(TrailPage, {}, { q: people.owner.personId }),
  );
  await deliverDue();
  await story.addMails();
  await story.expectApproved();
});
