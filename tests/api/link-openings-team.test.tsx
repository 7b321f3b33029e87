import { beforeEach, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import PersonPage from '#app/admin/personas/page.tsx';
import { MAX_WRONG_PASSWORDS } from '#lib/domain/share-links/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import {
  addDocument,
  createShare,
  enterPassword,
  openFile,
  sharesOf,
  shareToken,
} from '#tests/support/shares.ts';
import { removeDocument } from '#tests/support/vault.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const advisor = forEachTest(() => makeAdvisor());
const ana = forEachTest(() => makeUser({ email: 'ana@andes.cl', ...andesCompany }));
let documentKey: string;
beforeEach(async () => {
  documentKey = (await addDocument(ana.id, { fileName: 'F30.pdf' })).fileId;
});

const trail = async (query: Record<string, string>) => {
  browseAs(advisor.cookies);
  return textOf(await renderPage(TrailPage, {}, query));
};
const personPage = (q: string, more: Record<string, string> = {}) => {
  browseAs(advisor.cookies);
  return renderPage(PersonPage, {}, { q, ...more });
};

test('an advisor who looks up a person sees the links they made or received, and who opened each', async () => {
  await createShare(ana, { documentKey, recipients: 'Banco del Sur <luz@sur.cl>\nOtro' });
  const links = await sharesOf(ana);
  const link = links.find(({ recipient }: { recipient: string }) => recipient.includes('luz'));
  world.advance(HOUR);
  await openFile(link.shortUrl, '', { ip: '198.51.100.7' });
  for (const q of ['luz@sur.cl', 'ana@andes.cl', andesCompany.rut]) {
    const page = await personPage(q);
    expect(page, q).toContain(`href="/admin/auditoria?object=${link.id}"`);
    expect(textOf(page), q).toMatch(
      /Andes SpA, RUT 76\.123\.456-0 Banco del Sur &lt;luz@sur\.cl&gt; Activo Aperturas: 1/,
    );
  }
  expect(textOf(await personPage('luz@sur.cl'))).not.toMatch(/\bOtro\b Activo/);
  expect(textOf(await personPage("luz@sur.cl' or '1'='1"))).not.toContain('Banco del Sur');
  const notices = await trail({ object: link.id });
  expect(notices).toMatch(
    /compartió documentos con un enlace.*Quién abrió el enlace.*20-11-2026, 13:00 Descargado F30\.pdf .*198\.51\.100\.0\/24/,
  );
  expect(
    await trail({ object: links.find((one: { id: string }) => one.id !== link.id).id }),
  ).toContain('Nadie lo ha abierto');
  expect(await trail({ object: 'x' })).not.toContain('Quién abrió el enlace');
});

test('a link whose documents were all removed is not shown as active', async () => {
  const only = await addDocument(ana.id, { fileName: 'F31.pdf', category: 'contrato' });
  await createShare(ana, { documentKeys: [documentKey, only.fileId], recipients: 'Dos' });
  await createShare(ana, { documentKey: only.fileId, recipients: 'Uno' });
  expect((await removeDocument(ana.cookies, 'contrato', only.id)).status).toBe(200);
  const text = textOf(await personPage('ana@andes.cl'));
  expect(text).toContain('Dos Activo');
  expect(text).not.toContain('Uno Activo');
});

test('the links of a person and the openings of a link have further pages', async () => {
  await createShare(ana, {
    documentKey,
    recipients: Array.from({ length: 20 }, (_, n) => `Banco ${n}`).join('\n'),
  });
  const [link] = await sharesOf(ana);
  await createShare(ana, { documentKey, recipients: 'Último' });
  const page = await personPage('ana@andes.cl');
  const next = /enlaces=(\d+)/.exec(page)?.[1] ?? '';
  expect(page).toContain('Último');
  const rest = await personPage('ana@andes.cl', { enlaces: next });
  expect(rest).toContain('Banco 0');
  expect(rest).not.toContain('Banco 1');
  expect(page).not.toContain('Banco 0');
  for (let n = 0; n < 21; n += 1) {
    await getDb().client.execute({
      sql: "insert into share_openings (link_id, place, agent, way, at) values (?, ?, '', 'view', ?)",
      args: [link.id, `red-${n}.`, world.now() + n],
    });
  }
  await getDb().client.execute("update share_links set email = 'luz@sur.cl'");
  const first = await trail({ object: link.id });
  expect(first).toContain('Se abre con un código que llega a luz@sur.cl.');
  expect(first).toContain('red-20.');
  expect(first).not.toContain('red-0.');
  browseAs(advisor.cookies);
  const cursor =
    /aperturas=(\d+)/.exec(await renderPage(TrailPage, {}, { object: link.id }))?.[1] ?? '';
  expect(await trail({ object: link.id, aperturas: cursor })).toContain('red-0.');
});

test('wrong passwords of a link are in the audit trail, up to the daily maximum', async () => {
  const token = await shareToken(ana, { documentKey, password: 'ñandú 2026' });
  const [{ id }] = await sharesOf(ana);
  const from = (n: number) => ({ ip: `198.51.${n}.7` });
  for (let n = 0; n < MAX_WRONG_PASSWORDS + 5; n += 1) await enterPassword(token, 'otra', from(n));
  await enterPassword(token, 'ñandú 2026', from(200));
  const query = new URLSearchParams({ object: id, action: 'share.refused' });
  const response = await api(`/api/admin/audit?${query}`, { cookies: advisor.cookies });
  const { data, before } = await response.json();
  expect(data).toHaveLength(MAX_WRONG_PASSWORDS);
  expect(before).toBeNull();
  expect(data[0]).toMatchObject({ actor: 'guest', accountId: ana.id, place: '198.51.49.0/24' });
  expect(await trail({ object: id })).toContain(
    'escribió mal la contraseña o el código de un enlace',
  );
});
