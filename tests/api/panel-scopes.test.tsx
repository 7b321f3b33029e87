import { beforeEach, expect, test } from 'vitest';
import PanelLayout from '#app/panel/layout.tsx';
import PanelHome from '#app/panel/page.tsx';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { putIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { signedInOf } from '#tests/support/payment-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

const home = () => renderPage(PanelHome, {});
const frame = async () =>
  textOf(
    await renderPage(async () => PanelLayout({ children: null, params: Promise.resolve({}) }), {}),
  );
const expired = (of: string) =>
  insertDocument(of, { category: 'otros', fileName: 'p.pdf', expiresAt: world.now() - 3 * DAY });

test('the panel says what needs attention in another account of the person, with a button to go there', async () => {
  const { accountId, holderId } = await signedInOf(ana.cookies);
  expect(holderId).not.toBe(accountId);
  browseAs(ana.cookies);
  expect(textOf(await home())).not.toContain('cuenta personal:');
  await expired(accountId);
  browseAs(ana.cookies);
  const page = await home();
  expect(textOf(page)).toContain(
    'En tu cuenta personal: 1 documento necesita atención. Ver lo de tu cuenta personal',
  );
  expect(await frame()).toContain('(ana@andes.cl) 1 por atender');
  await postForm('/panel/cambiar/actuar', { form: { company: '' }, cookies: ana.cookies });
  browseAs(ana.cookies);
  expect(textOf(await home())).not.toMatch(/En tu cuenta personal:|En Andes/);
  await expired(holderId);
  browseAs(ana.cookies);
  expect(textOf(await home())).toMatch(/En Andes[^:]*: 1 documento necesita atención\./);
});

test('the panel shows a member nothing of a colleague’s personal account', async () => {
  await expired((await signedInOf(ana.cookies)).accountId);
  const beto = await joinCompany(ana, 'beto@andes.cl');
  browseAs(beto.cookies);
  expect(textOf(await home())).not.toContain('necesita atención');
  expect(await frame()).not.toContain('por atender');
});

test('the panel counts the soon ending guarantees of the personal account, and none of other people', async () => {
  const ends = (email: string) => ({
    email,
    companyId: null,
    validFrom: '2026-01-01',
    validTo: '2026-11-25',
  });
  const eva = await makeUser({ email: 'eva@otra.cl' });
  await putIssued([ends('ana@andes.cl'), ends(eva.email), ends(eva.email)]);
  browseAs(ana.cookies);
  expect(textOf(await home())).toContain('En tu cuenta personal: 1 garantía');
});
