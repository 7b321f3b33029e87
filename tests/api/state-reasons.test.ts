import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { readFlash } from '#lib/http/flash.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { type Desk, kindsOf, openDesk } from '#tests/support/desk.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { show } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('a reason', () => {
  test('goes with the mail of the new state, into the history and onto the page', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    await desk.deliver();
    const reason = 'Las bases exigen <otra> garantía.';
    const page = `/admin/leads/${id}`;
    const moved = { state: 'rechazada', reason, seen: 'recibida' };
    const way = (await desk.post('estado', id, moved)).headers.get('location');
    expect(way).toBe(`${page}?aviso=estado&antes=recibida#acciones`);
    // A second click changes nothing.
    expect((await desk.post('estado', id, moved)).headers.get('location')).toBe(way);
    desk.world.advance(60_000);
    await desk.deliver();
    const mail = desk.toApplicant().at(-1);
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
    await desk.deliver();
    const before = desk.toApplicant().length;
    await desk.post('estado', id, { state: 'rechazada', reason: 'No alcanza el plazo.' });
    desk.world.advance(1000);
    await desk.post('estado', id, { state: 'recibida' });
    desk.world.advance(60_000);
    await desk.deliver();
    expect(desk.toApplicant()).toHaveLength(before);
    await desk.post('estado', id, { state: 'en_revision' });
    desk.world.advance(60_000);
    await desk.deliver();
    await desk.post('estado', id, { state: 'aprobada' });
    desk.world.advance(1000);
    await desk.post('estado', id, { state: 'en_revision', reason: 'Falta la póliza.' });
    desk.world.advance(60_000);
    await desk.deliver();
    expect(desk.toApplicant().at(-1)?.text).toContain('Falta la póliza.');
  });

  test('is asked for before a page refuses a request, and not by the way back', async () => {
    const { id } = await sendRequest(publicBody);
    const bare = await desk.post('estado', id, { state: 'rechazada', seen: 'recibida' });
    const flash = readFlash(`formulario=${cookiesOf(bare).formulario}`);
    expect(flash?.fields.reason).toContain('plantilla');
    expect(flash?.values.state).toBe('rechazada');
    const form = { [`lead-${id}`]: 'si', state: 'rechazada' };
    const many = await postForm('/admin/estados', { form, cookies: desk.ana.cookies });
    expect(many.headers.get('location')).toContain('error=validation_failed');
    expect(await kindsOf(id)).toEqual([]);
    const back = await desk.post('estado', id, { state: 'rechazada' });
    expect(back.headers.get('location')).toContain('aviso=estado');
  });

  test('is refused where no mail would take it along, and is not lost', async () => {
    const { id } = await sendRequest(publicBody);
    for (const state of ['recibida', 'recibida']) {
      const refused = await desk.post('estado', id, { state, reason: 'Porque sí' });
      expect(refused.headers.get('location')).toContain('error=validation_failed');
      const flash = readFlash(`formulario=${cookiesOf(refused).formulario}`);
      expect(flash?.values).toMatchObject({ reason: 'Porque sí', state });
      expect(flash?.fields.reason).toContain('Responder');
    }
    const blank = await desk.post('estado', id, {
      state: 'en_revision',
      reason: 'Nos falta: [lo que falta].',
    });
    const asked = readFlash(`formulario=${cookiesOf(blank).formulario}`);
    expect(asked?.fields.reason).toContain('corchetes');
    await desk.post('estado', id, { state: 'aprobada' });
    desk.world.advance(1);
    await desk.post('estado', id, { state: 'aprobada', reason: 'Ahora sí' });
    await desk.post('estado', id, { state: 'recibida', reason: 'De vuelta' });
    expect(await kindsOf(id)).toEqual(['state', 'assigned']);
  });
});
