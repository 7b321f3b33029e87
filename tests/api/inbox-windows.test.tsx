import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
beforeEach(async () => {
  ({ id } = await sendRequest(publicBody));
  await admin.deliver();
});

type Fields = Record<string, string>;

async function open(more: Fields = {}, query: Fields = {}) {
  browseAs({ ...admin.ana.cookies, ...more });
  const html = await renderPage(LeadPage, { id: `${id}` }, query);
  const value = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  return { html, shown: { lastEvent: value('lastEvent'), seen: value('seen') } };
}
/** Presses a button of a page, where `shown` are the hidden values of that page. */
async function press(action: string, { shown }: { shown: Fields }, form: Fields) {
  admin.world.advance(1000);
  const { cookies } = admin.ana;
  const response = await postForm(`/admin/leads/${id}/${action}`, {
    form: { ...shown, ...form },
    cookies,
  });
  const { searchParams } = new URL(response.headers.get('location') ?? '', 'http://x');
  const query = Object.fromEntries(searchParams);
  return { query, page: () => open(cookiesOf(response), query) };
}
const reply = (text: string) => ({ asunto: 'Tu solicitud', respuesta: text, clave: text });
const refusal = { state: 'rechazada', reason: 'Falta el balance.' };
const repliesSent = async () => (await eventsOf(id)).filter(({ kind }) => kind === 'reply').length;

describe('between two windows of one account', () => {
  test('a state that the other window changed must be confirmed, even when the page draws the new state', async () => {
    const [first, other] = [await open(), await open()];
    await press('estado', first, { state: 'aprobada' });
    // A page with scripts draws the new state and still says which events it showed first.
    const late = await press('estado', { shown: { ...other.shown, seen: 'aprobada' } }, refusal);
    expect(late.query.error).toBe('conflict');
    const page = await late.page();
    expect(textOf(page.html)).toContain(
      'Desde otra ventana, tu cuenta cambió el estado a «Aprobada» hace un momento. Lo tuyo no se envió y sigue aquí',
    );
    expect(page.html).toContain('Falta el balance.</textarea>');
    expect((await leadOf(id)).state).toBe('aprobada');
    expect((await press('estado', page, refusal)).query.aviso).toBe('estado');
    expect((await leadOf(id)).state).toBe('rechazada');
  });

  test('a reply after a reply from the other window must be confirmed, and keeps its text', async () => {
    const [first, other] = [await open(), await open()];
    await press('responder', first, reply('Ya te llamamos.'));
    const late = await press('responder', other, reply('Falta el contrato.'));
    expect(late.query.error).toBe('conflict');
    const page = await late.page();
    expect(textOf(page.html)).toContain(
      'Desde otra ventana, tu cuenta respondió hace un momento: «Ya te llamamos».',
    );
    expect(page.html).toContain('Falta el contrato.</textarea>');
    expect(await repliesSent()).toBe(1);
    const again = await press('responder', page, reply('Falta el contrato.'));
    expect(again.query.aviso).toBe('respuesta');
    expect(await repliesSent()).toBe(2);
  });
});

describe('one window of an account is not asked to confirm', () => {
  test('its own acts, because each draws the page again', async () => {
    const acts: [string, Fields, string][] = [
      ['responder', reply('Hola.'), 'respuesta'],
      ['nota', { text: 'Llamé.' }, 'nota'],
      ['estado', { state: 'en_revision' }, 'estado'],
      ['responder', reply('Y otra cosa.'), 'respuesta'],
      ['estado', refusal, 'estado'],
    ];
    for (const [action, form, notice] of acts) {
      expect((await press(action, await open(), form)).query.aviso).toBe(notice);
    }
  });

  test('a double click', async () => {
    const page = await open();
    for (const [subject, form, notice] of [
      ['responder', reply('Hola.'), 'respuesta'],
      ['estado', refusal, 'estado'],
    ] as const) {
      const { shown } = subject === 'estado' ? await open() : page;
      for (const _ of ['one', 'two']) {
        expect((await press(subject, { shown }, form)).query.aviso).toBe(notice);
      }
    }
    expect(await repliesSent()).toBe(1);
  });

  test('an act after notes and assignments, which only the team sees', async () => {
    const page = await open();
    await press('nota', page, { text: 'Llamé.' });
    await press('asignar', page, { assignedTo: admin.ana.id });
    expect((await press('responder', page, reply('Hola.'))).query.aviso).toBe('respuesta');
  });
});
