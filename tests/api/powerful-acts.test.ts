import { beforeEach, expect, test } from 'vitest';
import { apiOperations } from '#lib/http/api/operations.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount, PASSWORD } from '#tests/support/accounts.ts';
import { newSession } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { forms } from '#tests/support/forms.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let cookies: Record<string, string>;
beforeEach(async () => {
  const { id } = await makeAccount();
  cookies = await newSession(id, 'natural');
  await getDb().write((tx) => tx.run("update accounts set role = 'admin'"));
});

const QUARTER = 15 * 60_000;
const errorOf = async (response: Response) => (await response.json()).error;

/** The team does these all day without a new proof: each can be undone, or is one mail. */
const ordinary = [
  '/admin/asignar',
  '/admin/atendidas',
  '/admin/deshacer',
  '/admin/estados',
  '/admin/garantias/{id}/evento',
  '/admin/leads/{id}/documentos',
  '/admin/leads/{id}/emision/{item}/guardar',
  '/admin/leads/{id}/llamada',
  '/admin/leads/{id}/nota/quitar',
  '/admin/leads/{id}/responder',
  '/admin/pagos/{buyOrder}/preguntar',
  '/admin/vista',
  '/api/admin/deliveries/retry-dead',
  '/api/admin/deliveries/{id}/resend',
  '/api/admin/deliveries/{id}/retry',
  '/api/admin/guarantees/document',
  '/api/admin/leads/{id}/assign',
  '/api/admin/leads/{id}/guarantees',
  '/api/admin/leads/{id}/handled',
  '/api/admin/leads/{id}/notes',
  '/api/admin/leads/{id}/replies',
  '/api/admin/leads/{id}/state',
  '/api/admin/payment-requests/{id}/cancel',
  '/api/guarantees/issued/{id}/verification',
];

test('every act of the team either requires a new proof or is listed as ordinary', () => {
  const all = [...apiOperations, ...forms.map(({ operation }) => operation)];
  const acts = all.filter(({ auth, method }) => auth === 'admin' && method !== 'GET');
  const unguarded = acts.filter(({ sudo }) => !sudo).map(({ path }) => path);
  expect([...new Set(unguarded)].sort()).toEqual(ordinary);
  const files = all.filter(({ auth, path }) => auth === 'admin' && path.endsWith('.csv'));
  expect(files.length).toBeGreaterThan(3);
  for (const { path, sudo, page } of files)
    expect([path, sudo, typeof page]).toEqual([path, true, 'string']);
  // A form is the second way to an operation, with the same guard.
  for (const { path, operation } of forms) {
    const own = apiOperations.find(
      (each) => each.method === operation.method && each.path === operation.path,
    );
    if (own) expect([path, operation.sudo]).toEqual([path, own.sudo]);
  }
});

/** A thief of a session may do none of these: they take the account, its data or its documents. */
const ownActs = [
  '/api/account/delete',
  '/api/account/export',
  '/api/auth/email',
  '/api/auth/passkeys',
  '/api/auth/passkeys/options',
  '/api/auth/totp',
  '/api/auth/totp/confirm',
  '/api/documents/calendar',
  '/api/documents/share',
  '/api/documents/shares/{id}',
  '/api/documents/shares/{id}/repeat',
  '/api/guarantees/mine/{id}',
  '/panel/documentos/avisos/calendario',
  '/panel/documentos/compartir/crear',
  '/panel/documentos/enlaces/repetir',
  '/panel/documentos/enlaces/{id}/guardar',
  '/panel/eliminar-cuenta/confirmar',
  '/panel/empresa/invitar',
  '/panel/empresa/quitar',
  '/panel/empresa/renovar',
  '/panel/empresa/rol',
  '/panel/empresa/seguridad',
  '/panel/perfil/correo/pedir',
  '/panel/seguridad/app/confirmar',
  '/panel/seguridad/app/quitar',
  '/panel/seguridad/codigos/crear',
  '/panel/seguridad/llaves/agregar',
  '/panel/seguridad/llaves/quitar',
  '/panel/solicitudes/{id}/borrar/confirmar',
];

test('acts of members with an old proof are refused, by the API and by every form', async () => {
  world.advance(QUARTER);
  const stopped: string[] = [];
  for (const { method, path, auth, sudo } of apiOperations) {
    if (!sudo || auth !== 'signedIn') continue;
    const json = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
    const reply = await api(path.replace('{id}', 'x'), { method, cookies, ...json });
    expect([path, await errorOf(reply)]).toEqual([path, 'proof_required']);
    stopped.push(path);
  }
  for (const { path, operation } of forms) {
    if (operation.auth !== 'signedIn') continue;
    const reply = await postForm(path.replace(/\{\w+\}/, 'x'), { form: {}, cookies });
    if (reply.headers.get('location')?.startsWith('/confirmar?next=')) stopped.push(path);
  }
  expect([...new Set(stopped)].sort()).toEqual(ownActs);
});

test.each([
  ['/api/admin/leads.csv?q=an%C3%A1', '/admin?q=an%C3%A1'],
  ['/api/admin/payments.csv', '/admin/pagos'],
  ['/api/admin/audit.csv', '/admin/auditoria'],
  ['/api/admin/guarantees.csv', '/admin/garantias'],
])(
  'the export %s sends a browser with an old proof to the proof, and then back to its page',
  async (address, page) => {
    const look = (accept: string) => api(address, { cookies, headers: { accept } });
    expect((await look('text/html')).status).toBe(200);
    world.advance(QUARTER);
    expect(await errorOf(await look('application/json'))).toBe('proof_required');
    const led = await look('text/html');
    const way = new URL(led.headers.get('location') ?? '', 'http://x');
    expect([led.status, way.pathname, way.searchParams.get('next')]).toEqual([
      303,
      '/confirmar',
      page,
    ]);
    const form = { password: PASSWORD, next: way.searchParams.get('next') ?? '' };
    const back = await postForm('/confirmar/seguir', { form, cookies });
    expect(back.headers.get('location')).toBe(page);
    expect((await look('text/html')).status).toBe(200);
  },
);

test.each([
  ['admin/cuentas/x/cambiar', { change: 'suspend', reason: 'Robo' }],
  [
    'admin/leads/1/correo/guardar',
    { correo: 'b@c.cl', motivo: 'Por teléfono', era: 'ana@constructora.cl' },
  ],
  ['admin/leads/1/borrar/confirmar', { confirmation: 'ana@constructora.cl' }],
  [
    'admin/borrar/confirmar',
    { correo: 'ana@constructora.cl', confirmation: 'ana@constructora.cl' },
  ],
  ['admin/pagos/pedir', { monto: '5000', detalle: 'Comisión', correo: 'a@b.cl' }],
  ['panel/solicitudes/1/borrar/confirmar', {}],
])('a form posted to /%s without its page needs a new proof as well', async (path, form) => {
  const post = async () => (await postForm(`/${path}`, { form, cookies })).headers.get('location');
  expect(await post()).not.toContain('/confirmar?');
  world.advance(QUARTER);
  expect(await post()).toMatch(/^\/confirmar\?next=/);
});
