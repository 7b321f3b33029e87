import { beforeEach, expect, test } from 'vitest';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import { cookiesOf } from '#tests/support/call.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { addDocument, listShares, type Member, makeMember } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

let ana: Member;
let key: string;
worldForTest();
beforeEach(async () => {
  ana = await makeMember();
  key = (await addDocument(ana.id)).fileId;
});

const links = async () => (await (await listShares(ana)).json()).data;
const AGAIN = 'Escribe la contraseña otra vez: no la guardamos.';

/** Posts the form; the page that it leads back to, when it is refused. */
async function send(fields: Record<string, string>, { cookies } = ana) {
  const form = { [`doc-${key}`]: 'si', expiresInHours: '72', ...fields };
  const reply = await postForm('/panel/documentos/compartir/crear', { form, cookies });
  const way = new URL(reply.headers.get('location') ?? '', 'http://x');
  askAs({ ...ana.cookies, ...cookiesOf(reply) });
  const query = Object.fromEntries(way.searchParams);
  return query.error ? show(SharePage, {}, query) : null;
}

test('a password that was typed is never forgotten in silence: without it no open link is made', async () => {
  const page = await send({ email1: 'malo@', password: 'dicho por telefono' });
  expect(page).toContain(AGAIN);
  expect(page).not.toContain('dicho por telefono');
  expect(page).toContain('name="exigida"');
  const forgotten = await send({ email1: 'ana@banco.cl', exigida: 'si', password: '' });
  expect(forgotten).toContain(AGAIN);
  expect(forgotten).toContain('name="exigida"');
  expect(await links()).toEqual([]);
  expect(await send({ exigida: 'si', password: 'dicho por telefono' })).toBeNull();
  expect(await send({ exigida: 'si', password: '', sinClave: 'si' })).toBeNull();
  const made: { hasPassword: boolean }[] = await links();
  expect(made.map(({ hasPassword }) => hasPassword).sort()).toEqual([false, true]);
});

test('a refusal that is none of the fields’ says it as well', async () => {
  const page = await send({ password: 'dicho por telefono' }, { ...ana, cookies: {} });
  expect(page).toContain(AGAIN);
});

test('all that is wrong is said at once', async () => {
  const page = await send({ email1: 'malo@', password: '1234', maxOpenings: 'dos' });
  for (const wrong of [
    'Revisa el correo',
    'Usa al menos 8 caracteres.',
    'Elige de 1 a 100 veces',
  ]) {
    expect(page).toContain(wrong);
  }
});
