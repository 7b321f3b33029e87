import { expect, test } from 'vitest';
import AdminLayout from '#app/admin/layout.tsx';
import { generateMetadata } from '#app/admin/page.tsx';
import { leadActs, listActs } from '#components/admin/commands/acts.ts';
import type { PaletteAction } from '#components/admin/commands/admin-commands.tsx';
import { listSavedViews } from '#lib/domain/requests/team/reads/saved-views.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';

const admin = adminAreaForTest();
const { ana, inbox } = admin;
const luis = advisorForTest('luis@resguardo.cl');

/** Returns the page to which a text typed into the palette leads. */
const placeOf = (ir: string) =>
  inbox({ ir }).then(
    () => 'stays',
    (error) => String(error.digest).split(';')[2],
  );

test('a number leads to its request, a text of one lead alone to that lead, any other text to the search', async () => {
  const form = await insertLead({ name: 'Rosa Pino', email: 'rosa@pino.cl', rut: '11111111-1' });
  const { id, submissionId } = await sendRequest(publicBody);
  await sendRequest({ ...privateBody, email: 'otra@obras.cl' });
  expect(id).toBe(submissionId);
  expect(await placeOf(`${submissionId}`)).toBe(`/admin/leads/${id}`);
  expect(await placeOf(`N.º ${submissionId}`)).toBe(`/admin/leads/${id}`);
  expect(await placeOf('11.111.111-1')).toBe(`/admin/leads/${form}`);
  expect(await placeOf('rosa pi')).toBe(`/admin/leads/${form}`);
  await insertLead({ name: 'Rosa Soto' });
  expect(await placeOf('rosa')).toBe('/admin?q=rosa');
  expect(await placeOf('nunca & jamás')).toBe('/admin?q=nunca+%26+jam%C3%A1s');
});

test('the version of the inbox changes when a lead is added, assigned, handled or erased', async () => {
  const versionOf = async () =>
    /data-version="([^"]+)"/.exec(await inbox({ q: 'nada' }))?.[1] ?? '';
  const ask = (version: string) =>
    api(`/api/admin/changes?version=${version}`, { cookies: ana.cookies });
  const changed = async (act: () => Promise<unknown>) => {
    const version = await versionOf();
    expect((await ask(version)).status).toBe(204);
    await act();
    const { data } = await (await ask(version)).json();
    expect(data.version).toBe(await versionOf());
  };
  await changed(insertLead);
  const { id } = await sendRequest(publicBody);
  await changed(() => admin.send('assign', id, { assignedTo: ana.id }));
  await changed(() => admin.send('handled', id, { handled: 'yes' }));
  await changed(() => admin.send('erase', id, {}));
});

test('the title of the tab says how many leads the team has to act on', async () => {
  const bare = { params: Promise.resolve({}), searchParams: Promise.resolve({}) };
  const title = async () => (await generateMetadata(bare)).title;
  expect(await title()).toBe('Bandeja');
  const { id } = await sendRequest(publicBody);
  await sendRequest({ ...privateBody, email: 'otra@obras.cl' });
  expect(await title()).toBe('(2) Bandeja');
  await admin.send('handled', id, { handled: 'yes' });
  expect(await title()).toBe('(1) Bandeja');
});

test('the palette offers the acts that are possible for a lead, and those for ticked rows', async () => {
  const does = (acts: PaletteAction[]) =>
    acts.flatMap((act) =>
      'command' in act ? [[act.command, act.value].filter(Boolean).join('=')] : [],
    );
  const { id } = await sendRequest(publicBody);
  const moves = ['moveTo=en_revision', 'moveTo=aprobada', 'moveTo=rechazada'];
  const acts = leadActs(await leadOf(id), { me: ana.id, list: '' });
  expect(does(acts)).toEqual([
    ...[`assignTo=${ana.id}`, 'assign', ...moves, 'state', 'reply'],
    ...['conditions', 'documents', 'note', 'handle'],
  ]);
  expect(acts).toContainEqual({ label: 'Pedir pago', href: '#monto' });
  const correct = { label: 'Corregir el correo', href: `/admin/leads/${id}/correo?lista=q%3Da` };
  expect(leadActs(await leadOf(id), { me: ana.id, list: 'q=a' })).toContainEqual(correct);
  const approved = { ...(await leadOf(id)), state: 'aprobada' } as const;
  const record = { label: 'Registrar emisión', href: '/emision' };
  expect(leadActs(approved, { me: ana.id, list: '', recordPath: record.href })).toContainEqual(
    record,
  );
  expect(
    leadActs(await leadOf(id), { me: ana.id, list: '', recordPath: record.href }),
  ).not.toContainEqual(record);
  expect(leadActs(approved, { me: ana.id, list: '' })).not.toContainEqual(record);
  const done = await insertLead({ assignedTo: ana.id, handledAt: 1 });
  expect(does(leadActs(await leadOf(done), { me: ana.id, list: '' }))).toEqual([
    'assign',
    'reply',
    'note',
  ]);
  const called = { ...(await leadOf(done)), phone: '+56911112222' };
  expect(does(leadActs(called, { me: ana.id, list: '' }))).toEqual([
    'assign',
    'reply',
    'call',
    'note',
  ]);
  expect(does(listActs(ana.id))).toEqual([`assignTo=${ana.id}`, 'handle', ...moves, 'reply']);
});

const post = (form: Record<string, string>) => admin.post(`vista?${form.lista}`, form);
const lista = 'assigned=me&sort=waiting';
const current = async () =>
  /aria-current="page" class="[^"]*rounded-full[^>]*>([^<]*?) ?</.exec(
    await inbox({ assigned: 'me', sort: 'waiting' }),
  )?.[1];

test('an advisor can save what the inbox shows as a view of their own, rename it and remove it', async () => {
  expect(await inbox()).not.toContain('Guardar esta vista');
  expect(await inbox({ status: 'por_atender', sort: 'oldest' })).not.toContain('esta vista');
  expect(await inbox({ assigned: 'me', sort: 'waiting' })).toContain('Guardar esta vista');
  const storedRows = await post({ nombre: 'Las mías', lista: `${lista}&kind=&otra=1` });
  expect(storedRows.headers.get('location')).toContain('aviso=vista');
  expect(await current()).toBe('Las mías');
  browseAs(ana.cookies);
  const frame = await renderPage(
    async () => AdminLayout({ children: null, params: Promise.resolve({}) }),
    {},
  );
  // Without a backup, the state's link warns.
  expect(textOf(frame)).toContain('Estado : algo pide atención');
  expect(frame.split('id="ir"')[1]).toContain(`href="/admin?${lista}"`);
  await post({ nombre: 'Mías, por espera', lista });
  expect(await current()).toBe('Mías, por espera');
  expect(await listSavedViews(luis.id)).toEqual([]);
  await post({ nombre: 'x', lista, quitar: 'si' });
  expect(await current()).toBeUndefined();
  expect(await listSavedViews(ana.id)).toEqual([]);
});

test('an advisor has at most ten saved views, each with a name, even when they are saved at once', async () => {
  const ten = Array.from({ length: 10 }, (_, i) => i + 1);
  await Promise.all(ten.map((i) => post({ nombre: `Vista ${i}`, lista: `q=obra${i}` })));
  const more = await post({ nombre: 'Una más', lista });
  expect(more.headers.get('location')).toContain('error=validation_failed');
  expect((await post({ nombre: ' ', lista })).headers.get('location')).toContain('error=');
  expect(await listSavedViews(ana.id)).toHaveLength(10);
  await post({ nombre: 'Otra vez', lista: 'q=obra3' });
  expect((await listSavedViews(ana.id)).at(-1)).toEqual({ nombre: 'Otra vez', lista: 'q=obra3' });
});

test('a request is found by the sum of its guarantees and by each amount', async () => {
  const [first] = publicBody.garantias;
  const { id } = await sendRequest({
    ...publicBody,
    garantias: ['12500000', '7000000'].map((montoGarantia) => ({ ...first, montoGarantia })),
  });
  for (const q of ['19.500.000', '19500000', '12.500.000']) {
    expect(await inbox({ q }), q).toContain(`id="fila-${id}"`);
  }
});
