import { beforeEach, expect, test } from 'vitest';
import ChangePage from '#app/panel/documentos/enlaces/[id]/page.tsx';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser, signIn } from '#tests/support/accounts.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { submissionOfButton } from '#tests/support/rendered-forms.ts';
import { addDocument, createShare, sharesOf } from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const ana = forEachTest(() => makeUser());
let keys: string[];
let newShare: { id: string };

async function make(settings: object = {}) {
  newShare = await (await createShare(ana, { documentKeys: keys, ...settings })).json();
}

beforeEach(async () => {
  const f30 = await addDocument(ana.id, { category: 'certificado_f30' });
  keys = [f30.fileId, (await addDocument(ana.id, { category: 'balance_general' })).fileId];
  await make();
  browseAs(ana.cookies);
});

const listed = async () =>
  (await sharesOf(ana)).find(({ id }: { id: string }) => id === newShare.id);
const save = (form: Record<string, string>) =>
  postForm(`/panel/documentos/enlaces/${newShare.id}/guardar`, { form, cookies: ana.cookies });
const shown = (query = {}) => renderPage(ChangePage, { id: newShare.id }, query);
const boxes = () => Object.fromEntries(keys.map((key) => [`doc-${key}`, 'si']));

test('the form shows the present settings of the link, and saving it changes them', async () => {
  await make({ label: 'Licitación 12', recipients: 'Banco, a@banco.cl', emailCode: true });
  const html = await shown();
  for (const value of ['Licitación 12', 'Banco, a@banco.cl'])
    expect(html).toContain(`value="${value}"`);
  expect(html.match(/name="doc-[^"]+"[^>]* checked/g)).toHaveLength(2);
  expect(html).toMatch(/name="emailCode"[^>]* checked/);
  const { form } = submissionOfButton(html, 'Guardar cambios');
  const way = redirectOf(
    await save({
      ...form,
      [`doc-${keys[0]}`]: 'si',
      recipient: 'Banco, a@banco.cl',
      label: 'Otro',
      expiresInHours: '720',
      password: 'un paraguas azul',
    }),
  );
  expect(way).toBe('/panel/documentos/enlaces?aviso=cambiado');
  expect(await listed()).toMatchObject({ label: 'Otro', hasPassword: true, codeEmail: null });
  expect(Date.parse((await listed()).expiresAt)).toBe(endOfDay(isoDay(world.now() + 30 * DAY)));
  expect((await listed()).documents).toHaveLength(1);
  // Without a new password the old one stays, and its box removes it.
  await save({ ...boxes(), label: '', recipient: '' });
  expect(await listed()).toMatchObject({ label: null, hasPassword: true, recipient: null });
  await save({ ...boxes(), quitarClave: 'si' });
  expect((await listed()).hasPassword).toBe(false);
});

test('a refused form keeps what was typed except the password, and says when another tab changed the link', async () => {
  const { form } = submissionOfButton(await shown(), 'Guardar cambios');
  const other = { json: { label: 'De otra pestaña' }, cookies: ana.cookies };
  await api(`/api/documents/shares/${newShare.id}`, { method: 'PATCH', ...other });
  const notices = await save({ ...form, ...boxes(), label: 'Mío', password: 'un paraguas azul' });
  expect(redirectOf(notices)).toBe(`/panel/documentos/enlaces/${newShare.id}?error=conflict`);
  browseAs({ ...ana.cookies, ...cookiesOf(notices) });
  const html = await shown({ error: 'conflict' });
  expect(textOf(html)).toContain('Este enlace cambió mientras lo editabas.');
  expect(textOf(html)).toContain('Escribe la contraseña otra vez');
  expect(html).toContain('value="Mío"');
  expect(html).not.toContain('paraguas');
  const again = submissionOfButton(html, 'Guardar cambios').form;
  expect(again.exigida).toBe('si');
  const refused = redirectOf(await save({ ...again, ...boxes(), label: 'Mío' }));
  expect(refused).toContain('error=validation_failed');
  await save({ ...again, ...boxes(), label: 'Mío', sinClave: 'si' });
  expect(await listed()).toMatchObject({ label: 'Mío', hasPassword: false });
});

test('a form without any document is refused, and the link keeps its documents', async () => {
  const refused = await save({ label: 'Sin nada' });
  browseAs({ ...ana.cookies, ...cookiesOf(refused) });
  expect(await shown({ error: 'validation_failed' })).toContain('Elige al menos un documento');
  expect((await listed()).documents).toHaveLength(2);
});

test('the form asks for a proof of identity when the last one is old, and then shows what was typed', async () => {
  world.advance(15 * MINUTE);
  const stopped = await save({ ...boxes(), label: 'Más tarde', expiresInHours: '720' });
  expect(redirectOf(stopped)).toMatch(/^\/confirmar\?next=/);
  expect((await listed()).label).toBeNull();
  browseAs({ ...cookiesOf(stopped), ...(await signIn({ email: ana.email })) });
  const html = await shown({ error: 'proof_required' });
  expect(html).toContain('value="Más tarde"');
  expect(html).toMatch(/checked=""[^>]*value="720"/);
});
