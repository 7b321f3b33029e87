import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { readFlash } from '#lib/http/flash.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { show } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { type ResendStandIn, startResend } from '#tests/support/providers/resend.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
let resend: ResendStandIn;
let ana: Advisor;
beforeEach(async () => {
  resend = await startResend();
  const variables = { RESEND_API_KEY: resend.key, RESEND_BASE_URL: resend.url };
  world = createWorld({ ...variables, RATE_LIMITS: 'off' });
  ana = await makeAdvisor('ana@resguardo.cl');
});

const post = (what: string, id: number, form: Record<string, string>) =>
  postForm(`/admin/leads/${id}/${what}`, { form, cookies: ana.cookies });
const deliver = () => createWorker({ handlers: deliveryHandlers, random: () => 0.5 }).drain();
const kindsOf = async (id: number) => (await eventsOf(id)).map(({ kind }) => kind);
const toAna = () => resend.received.filter(({ to }) => [to].flat()[0] === publicBody.email);
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('a reason', () => {
  test('goes with the mail of the new state, into the history and onto the page', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    await deliver();
    const reason = 'Las bases exigen <otra> garantía.';
    const page = `/admin/leads/${id}`;
    const moved = { state: 'rechazada', reason, era: 'recibida' };
    const way = (await post('estado', id, moved)).headers.get('location');
    expect(way).toBe(`${page}?aviso=estado&antes=recibida#acciones`);
    // A second click changes nothing.
    expect((await post('estado', id, moved)).headers.get('location')).toBe(way);
    world.advance(60_000);
    await deliver();
    const mail = toAna().at(-1);
    expect(mail?.text).toContain(`${reason}\n\nResponde este correo si quieres ver otra`);
    expect(mail?.html).toContain('&lt;otra&gt;');
    expect((await eventsOf(id))[0]).toMatchObject({ kind: 'state', reason });
    const token = await shownToken('receipt', submissionId);
    expect(text(await show(ReceiptPage, { token }))).toContain(
      'Rechazada Las bases exigen &lt;otra&gt;',
    );
  });

  test('is told also where the state was known already, and not at all when it is undone', async () => {
    const { id } = await sendRequest(publicBody);
    await deliver();
    const before = toAna().length;
    await post('estado', id, { state: 'rechazada', reason: 'No alcanza el plazo.' });
    world.advance(1000);
    await post('estado', id, { state: 'recibida' });
    world.advance(60_000);
    await deliver();
    expect(toAna()).toHaveLength(before);
    await post('estado', id, { state: 'en_revision' });
    world.advance(60_000);
    await deliver();
    await post('estado', id, { state: 'aprobada' });
    world.advance(1000);
    await post('estado', id, { state: 'en_revision', reason: 'Falta la póliza.' });
    world.advance(60_000);
    await deliver();
    expect(toAna().at(-1)?.text).toContain('Falta la póliza.');
  });

  test('is refused where no mail would take it along, and is not lost', async () => {
    const { id } = await sendRequest(publicBody);
    for (const state of ['recibida', 'recibida']) {
      const refused = await post('estado', id, { state, reason: 'Porque sí' });
      expect(refused.headers.get('location')).toContain('error=validation_failed');
      const flash = readFlash(`formulario=${cookiesOf(refused).formulario}`);
      expect(flash?.values).toMatchObject({ reason: 'Porque sí', state });
      expect(flash?.fields.reason).toContain('Responder');
    }
    await post('estado', id, { state: 'aprobada' });
    world.advance(1);
    await post('estado', id, { state: 'aprobada', reason: 'Ahora sí' });
    await post('estado', id, { state: 'recibida', reason: 'De vuelta' });
    expect(await kindsOf(id)).toEqual(['state', 'assigned']);
  });
});
