import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { requestToken } from '#lib/domain/payments/links.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { type Advisor, makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { leadOf, putLead, sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { askForMoney, payAsGuest } from '#tests/support/payment-links.ts';
import { startOfRequest } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { added, file } from '#tests/support/request-files.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
let ana: Advisor;
let id: number;
let token: string;
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
  const sent = await sendRequest(publicBody);
  id = sent.id;
  token = await shownToken('receipt', sent.submissionId);
  askAs(ana.cookies);
});

const email = publicBody.email.toLowerCase();
const post = (what: string, form: Record<string, string>) =>
  postForm(`/admin/leads/${id}/${what}`, { form, cookies: ana.cookies });
const DAY = 86_400_000;
/** So long that the session is over. */
async function wait(ms: number): Promise<void> {
  world.advance(ms);
  ana.cookies = await newSession(ana.id, 'admin');
  askAs(ana.cookies);
}
const cells = async () => {
  const [row = ''] =
    /<tr role="row" class="relative.*?<\/tr>/s.exec(await show(InboxPage, {})) ?? [];
  return [...row.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => cell.replace(/<[^>]+>/g, ''));
};
/** The one tag of the row, a second after. */
const tag = async () => {
  world.advance(1000);
  return (await cells()).at(-1);
};

describe('a row tells what its request waits for', () => {
  test('conditions to be accepted, then paid, then the team', async () => {
    expect(await tag()).toBe('Por atender');
    await offer(ana.cookies, id);
    expect(await tag()).toBe('Condiciones enviadas');
    await accept(token, 1);
    expect(await tag()).toBe('Por pagar');
    const { rows } = await getDb().client.execute('select id from payment_requests');
    await payAsGuest(webpay, requestToken(`${rows[0]?.id}`));
    expect(await tag()).toBe('Pagada');
    const page = await show(LeadPage, { id: `${id}` });
    expect(page).toMatch(/>Por atender<\/span><span [^>]*>Pagada</);
    await post('estado', { state: 'rechazada' });
    expect(await tag()).toBe('Rechazada');
  });

  test('an acceptance whose payment ended, and conditions that did as well', async () => {
    await offer(ana.cookies, id, { validUntil: '2026-11-21' });
    await accept(token, 1);
    await wait(40 * DAY);
    expect(await tag()).toBe('Aceptó');
    await offer(ana.cookies, id, { price: 50_000, validUntil: '2027-01-02' });
    expect(await tag()).toBe('Condiciones enviadas');
    await wait(10 * DAY);
    expect(await tag()).toBe('Por atender');
  });

  test('documents that came, until somebody of the team acts', async () => {
    await offer(ana.cookies, id);
    await added(token, { contrato: [file('bases.pdf')] });
    expect(await tag()).toBe('Envió documentos');
    await post('responder', { asunto: 'Gracias', respuesta: 'Las revisamos.', clave: 'una' });
    expect(await tag()).toBe('Condiciones enviadas');
  });

  test('of another lead nothing but its status', async () => {
    await putLead();
    expect(await tag()).toBe('Por atender');
  });
});

test('a private contract says from when its guarantee must be in force, in its own word', async () => {
  await sendRequest(privateBody);
  expect((await cells())[4]).toBe('rige en 11 días');
});

describe('another payment of a request that has one to be paid', () => {
  const ask = (form: Record<string, string>) => {
    const asked = { monto: '50.000', detalle: 'Prima', correo: email, lead: `${id}`, ...form };
    return postForm('/admin/pagos/pedir', { form: asked, cookies: ana.cookies });
  };
  const requests = async () =>
    (
      await getDb().client.execute({
        sql: 'select amount from payment_requests where expires_at > ? order by amount',
        args: [world.now()],
      })
    ).rows.map(({ amount }) => amount);
  const page = () => show(LeadPage, { id: `${id}` });

  test('is refused until it is said what becomes of the first', async () => {
    await askForMoney(ana.cookies, { email, leadId: id });
    world.advance(1000);
    expect(await page()).toMatch(/Ya hay uno de \$ 45\.000.*Reemplazarlo/s);
    const refused = await ask({});
    expect(refused.headers.get('location')).toContain('error=validation_failed');
    expect(await requests()).toEqual([45_000]);
    await ask({ open: 'replace' });
    expect(await requests()).toEqual([50_000]);
    await ask({ open: 'keep', monto: '60.000' });
    expect(await requests()).toEqual([50_000, 60_000]);
  });

  test('needs no word once the first is over, and none where there was none', async () => {
    expect(await page()).not.toContain('Ya hay uno');
    await askForMoney(ana.cookies, { email, leadId: id });
    await wait(31 * DAY);
    expect(await page()).not.toContain('Ya hay uno');
    await ask({});
    expect(await requests()).toEqual([50_000]);
  });

  test('does not replace what is being paid', async () => {
    await startOfRequest({}, await askForMoney(ana.cookies, { email, leadId: id }));
    world.advance(1000);
    expect((await ask({ open: 'replace' })).headers.get('location')).toContain('error=conflict');
    expect(await requests()).toEqual([45_000]);
  });
});

test('a template asks for a phone only where none is known, and names the one that is', async () => {
  const letter = () => show(LeadPage, { id: `${id}` }, { plantilla: 'llamada' });
  expect(await letter()).toContain('¿A qué hora te llamo al +56 9 1234 5678?');
  await getDb().client.execute('update leads set phone = null');
  expect(await letter()).toContain('¿A qué hora te llamo, y a qué número?');
});

test('the history names the advisors, and the row who has it', async () => {
  const luis = await makeAdvisor('luis@resguardo.cl');
  const named = "update accounts set name = 'Luis Soto' where email = 'luis@resguardo.cl'";
  await getDb().client.execute(named);
  await postForm(`/admin/leads/${id}/nota`, { form: { text: 'Llamé.' }, cookies: luis.cookies });
  const page = await show(LeadPage, { id: `${id}` });
  expect(page).toContain('Asignada a Luis Soto</p>');
  expect(page).toMatch(/Llamé\..*? · Luis Soto<\/p>/s);
  expect((await cells())[6]).toBe('Luis Soto');
  expect((await leadOf(id)).assignedTo).toBe(luis.id);
});
