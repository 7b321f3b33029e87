import { expect, test } from 'vitest';
import { ownViews } from '#lib/domain/inbox/own-views.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { deskForTest } from '#tests/support/desk.ts';
import { sendRequest } from '#tests/support/leads.ts';

const desk = deskForTest();
const { ana, inbox } = desk;

const post = (form: Record<string, string>) => desk.post(`vista?${form.lista}`, form);
const lista = 'assigned=me&sort=waiting';
const current = async () =>
  /aria-current="page" class="[^"]*rounded-full[^>]*>([^<]*?) ?</.exec(
    await inbox({ assigned: 'me', sort: 'waiting' }),
  )?.[1];

test('what is shown is kept under a name of the own, renamed and removed', async () => {
  expect(await inbox()).not.toContain('Guardar esta vista');
  expect(await inbox({ status: 'por_atender', sort: 'oldest' })).not.toContain('esta vista');
  expect(await inbox({ assigned: 'me', sort: 'waiting' })).toContain('Guardar esta vista');
  const kept = await post({ nombre: 'Las mías', lista: `${lista}&kind=&otra=1` });
  expect(kept.headers.get('location')).toContain('aviso=vista');
  expect(await current()).toBe('Las mías');
  expect((await inbox()).split('id="ir"')[1]).toContain(`href="/admin?${lista}"`);
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
    expect(await inbox({ q }), q).toContain(`id="fila-${id}"`);
  }
});
