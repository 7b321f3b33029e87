import { beforeEach, expect, test } from 'vitest';
import InboxPage from '#app/admin/page.tsx';
import { ownViews } from '#lib/domain/inbox/own-views.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Advisor;
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
  askAs(ana.cookies);
});

const post = (form: Record<string, string>, { cookies } = ana) =>
  postForm(`/admin/vista?${form.lista}`, { form, cookies });
const lista = 'assigned=me&sort=waiting';
const shown = (query: Record<string, string> = {}) => show(InboxPage, {}, query);
const current = async () =>
  /aria-current="page" class="[^"]*rounded-full[^>]*>([^<]*?) ?</.exec(
    await shown({ assigned: 'me', sort: 'waiting' }),
  )?.[1];

test('what is shown is kept under a name of the own, renamed and removed', async () => {
  expect(await shown()).not.toContain('Guardar esta vista');
  expect(await shown({ status: 'por_atender', sort: 'oldest' })).not.toContain('esta vista');
  expect(await shown({ assigned: 'me', sort: 'waiting' })).toContain('Guardar esta vista');
  const kept = await post({ nombre: 'Las mías', lista: `${lista}&kind=&otra=1` });
  expect(kept.headers.get('location')).toContain('aviso=vista');
  expect(await current()).toBe('Las mías');
  expect((await shown()).split('id="ir"')[1]).toContain(`href="/admin?${lista}"`);
  await post({ nombre: 'Mías, por espera', lista });
  expect(await current()).toBe('Mías, por espera');
  const luis = await makeAdvisor('luis@resguardo.cl');
  expect(await ownViews(luis.id)).toEqual([]);
  await post({ nombre: 'x', lista, quitar: 'si' });
  expect(await current()).toBeUndefined();
  expect(await ownViews(ana.id)).toEqual([]);
});

test('there are at most ten, each with a name', async () => {
  for (let i = 1; i <= 10; i++) await post({ nombre: `Vista ${i}`, lista: `q=obra${i}` });
  const more = await post({ nombre: 'Una más', lista });
  expect(more.headers.get('location')).toContain('error=validation_failed');
  expect((await post({ nombre: ' ', lista })).headers.get('location')).toContain('error=');
  expect(await ownViews(ana.id)).toHaveLength(10);
  await post({ nombre: 'Otra vez', lista: 'q=obra3' });
  expect((await ownViews(ana.id)).at(-1)).toEqual({ nombre: 'Otra vez', lista: 'q=obra3' });
});

test('a request is found by the sum of its guarantees, as its row shows it', async () => {
  const [one] = publicBody.garantias;
  const { id } = await sendRequest({
    ...publicBody,
    garantias: ['12500000', '7000000'].map((montoGarantia) => ({ ...one, montoGarantia })),
  });
  for (const q of ['19.500.000', '19500000', '12.500.000']) {
    expect(await show(InboxPage, {}, { q }), q).toContain(`id="fila-${id}"`);
  }
});
