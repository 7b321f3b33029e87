import { expect, test } from 'vitest';
import ActivityPage from '#app/panel/actividad/page.tsx';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany, switchCompany } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument } from '#tests/support/shares.ts';
import { uploadUncategorized } from '#tests/support/uncategorized-uploads.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

type Cookies = Record<string, string>;
async function post(cookies: Cookies, path: string, form: Record<string, string> = {}) {
  const way = redirectOf(await postForm(path, { cookies, form }));
  expect(way).not.toContain('error=');
}

/** Does with `cookies` what belongs to the account holder, whichever member presses the buttons. */
async function actOn(
  cookies: Cookies,
  { email, holderId }: { email: string; holderId: string },
): Promise<void> {
  const json = { ...publicBody, email };
  const sent = await api('/api/guarantees/public', { json, cookies });
  const { submissionId } = (await sent.json()).data;
  await post(cookies, `/panel/solicitudes/${submissionId}/cerrar-enlaces`);
  const files = ['a.png', 'b.png'].map((name) => ({ name, bytes: samples.png }));
  const [placed, discarded] = await uploadUncategorized(cookies, files);
  await post(cookies, '/panel/documentos/ordenar/guardar', {
    [`doc.${placed}.category`]: 'otros',
    [`doc.${discarded}.category`]: 'descartar',
  });
  const recipients = 'Banco, luis@banco.cl';
  const fields = { documentKey: (await addDocument(holderId)).fileId, recipients };
  const { id } = await (await api('/api/documents/share', { json: fields, cookies })).json();
  await api('/api/documents/shares/send', { json: { ids: [id] }, cookies });
  await api(`/api/documents/shares/${id}`, { method: 'DELETE', cookies });
  const exported = await api('/api/account/export', { cookies });
  expect(exported.status).toBe(200);
  await exported.body?.cancel();
}

const acts = [
  'request.links-closed',
  'document.placed',
  'document.deleted',
  'share.created',
  'share.sent',
  'share.revoked',
  'data.exported',
] as const;

test('what an owner does for a company is in its activity alone, what they do for themselves is not', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const carla = await joinCompany(ana, 'carla@andes.cl', 'owner');
  const own = async (id: string) =>
    (await auditTrailOf(id)).filter((name) => acts.some((act) => act === name)).sort();
  const { email } = carla;
  await actOn(carla.cookies, { email, holderId: ana.id });
  browseAs(ana.cookies);
  const seen = textOf(await renderPage(ActivityPage, {}));
  for (const act of acts) expect(seen).toContain(`carla ${auditCopy[act][1]}`);
  expect([await own(carla.personId), await own(ana.id)]).toEqual([[], acts.toSorted()]);
  await switchCompany(carla.cookies, '');
  await actOn(carla.cookies, { email, holderId: carla.personId });
  expect([await own(carla.personId), await own(ana.id)]).toEqual([
    acts.toSorted(),
    acts.toSorted(),
  ]);
});
