import { beforeEach, expect, test } from 'vitest';
import { GET as openFile } from '#app/panel/solicitudes/[id]/archivos/[file]/route.ts';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api, call } from '#tests/support/call.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { submissionOfButton } from '#tests/support/rendered-forms.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument } from '#tests/support/shares.ts';
import { uploadRows } from '#tests/support/upload-client.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const ana = forEachTest(() => makeUser());
let [id, lead] = ['', 0];
const page = () => renderPage(RequestPage, { id });
const press = (html: string, cookies = ana.cookies) => {
  const { path, form } = submissionOfButton(html, 'Adjuntar mi carpeta');
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.set(name, value);
  return postForm(path, { body, cookies });
};

beforeEach(async () => {
  const later = { expiresAt: world.now() + 90 * DAY };
  const over = { expiresAt: world.now() - DAY };
  const bytes = (n: number) => Buffer.concat([samples.pdf, Buffer.alloc(n, '\n')]);
  const put = (category: string, fileName: string, row: object, n: number) =>
    addDocument(ana.id, { category, fileName, bytes: bytes(n), ...row });
  await put('carpeta_tributaria', 'Tributaria.pdf', later, 1);
  await put('certificado_f30', 'F30 vencido.pdf', over, 2);
  await put('formulario_29', 'F29 octubre.pdf', later, 3);
  await put('formulario_29', 'F29 junio.pdf', over, 4);
  await put('contrato', 'Otro contrato.pdf', {}, 5);
  await put('e_rut', 'Sin revisar.pdf', { state: 'waiting' }, 6);
  const sent = await sendRequest({ ...publicBody, email: ana.email });
  id = String(sent.submissionId);
  lead = sent.id;
  browseAs(ana.cookies);
});

const attached = async () =>
  (await uploadRows()).filter(({ state }) => state === 'kept').map(({ fileName }) => fileName);

test('one press attaches copies of what insurers ask for, and the page says what is left out and why', async () => {
  const before = await attached();
  const html = await page();
  const text = textOf(html);
  expect(text).toContain('Van 3 documentos, quedan fuera 2');
  expect(text).toMatch(/F30 vencido\.pdf: venció el \d\d-\d\d-\d{4}/);
  expect(text).toContain('Otro contrato.pdf: no se pide siempre');
  expect(text).not.toContain('Sin revisar.pdf:');
  expect(redirectOf(await press(html))).toBe(
    `/panel/solicitudes/${id}?aviso=documentos#documentos`,
  );
  const names = ['Tributaria.pdf', 'F29 octubre.pdf', 'F29 junio.pdf'];
  expect((await attached()).sort()).toEqual([...before, ...names].sort());
  // The same press again adds nothing, and sent documents are offered no more.
  await press(html);
  expect(await attached()).toHaveLength(before.length + 3);
  expect(await page()).not.toContain('Adjuntar mi carpeta');
});

test('attached copies stay when the folder changes, and another account cannot attach them', async () => {
  const html = await page();
  const luis = await makeUser({ email: 'luis@empresa.cl' });
  expect(redirectOf(await press(html, luis.cookies))).toContain('error=not_found');
  await press(html);
  const before = await attached();
  await getDb().write((tx) => tx.run("update documents set state = 'removing'"));
  expect(await attached()).toEqual(before);
});

test('an attached document is listed by name, can be opened, and can be removed until the team answers', async () => {
  await press(await page());
  const html = await page();
  expect(textOf(html)).toMatch(/Carpeta tributaria electrónica Tributaria\.pdf/);
  expect(textOf(html)).not.toContain('Otro documento Tributaria.pdf');
  const [href = ''] = html.match(/\/panel\/solicitudes\/\d+\/archivos\/[\w-]{22}/) ?? [];
  const open = ({ cookies }: typeof ana) =>
    call(openFile, href, { cookies, params: { id, file: href.slice(-22) } });
  const seen = await open(ana);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const luis = await makeUser({ email: 'luis@empresa.cl' });
  expect((await open(luis)).status).toBe(404);
  const quit = (of: string, { cookies } = ana) =>
    postForm(`/panel/solicitudes/${id}/archivos/quitar`, {
      form: submissionOfButton(of, 'Sí, quitar').form,
      cookies,
    });
  expect(redirectOf(await quit(html, luis))).toContain('error=not_found');
  const before = await attached();
  const way = `/panel/solicitudes/${id}?aviso=quitado#documentos`;
  expect(redirectOf(await quit(html))).toBe(way);
  expect(redirectOf(await quit(html))).toBe(way);
  expect(await attached()).toHaveLength(before.length - 1);
  const left = textOf(await page());
  expect(left).toContain('Documento quitado');
  expect(left).toContain('Va 1 documento');
  world.advance(1000);
  const other = await page();
  const advisor = await makeAdvisor();
  const json = { subject: 'Hola', text: 'Las revisamos.' };
  const { cookies } = advisor;
  expect((await api(`/api/admin/leads/${lead}/replies`, { json, cookies })).status).toBe(200);
  const stays = redirectOf(await quit(other));
  expect(stays).toContain('error=conflict');
  expect(await page()).not.toContain('archivos/quitar');
});
