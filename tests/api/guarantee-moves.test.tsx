import { beforeEach, expect, test } from 'vitest';
import ActivityPage from '#app/panel/actividad/page.tsx';
import GuaranteePage from '#app/panel/garantias/[id]/page.tsx';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import {
  acceptInvitation,
  andesCompany,
  invitationPathOf,
  inviteMember,
  suspendAccount,
  switchCompany,
} from '#tests/support/companies.ts';
import {
  listIssued,
  moveRequest,
  recordIssued,
  recordOwnIssued,
  reportEvent,
} from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea({ RATE_LIMITS: 'off' }));
let owner: Member;
let eva: Member;
const other = { holderRut: '96.000.001-3', issuerNumber: 'OTRA' };
beforeEach(async () => {
  owner = await makeUser({ ...andesCompany, email: 'duena@andes.cl' });
  eva = await makeUser({ email: 'eva@andes.cl', name: 'Eva', rut: '11.111.111-1' });
});

const joinAs = async (role: 'member' | 'reader') => {
  await inviteMember(owner.cookies, eva.email, role);
  await acceptInvitation(eva.cookies, await invitationPathOf(eva.email));
};
const press = (verb: 'mover' | 'devolver') =>
  postForm(`/panel/garantias/${verb}`, { form: {}, cookies: eva.cookies });
const numbers = async ({ cookies }: Member) =>
  (await (await listIssued(cookies)).json()).data.guarantees.map(
    ({ issuerNumber }: { issuerNumber: string }) => issuerNumber,
  );
const seen = async (page: Parameters<typeof renderPage>[0] = GuaranteesPage) => {
  browseAs(eva.cookies);
  return renderPage(page, {});
};
const offer = 'En tu cuenta personal hay 1 garantía con el RUT de Andes SpA.';

test('who joins a company can move the guarantees that name it there, and can undo the move', async () => {
  const { id } = await recordOwnIssued(eva.cookies, { issuerNumber: 'DE-ANDES' });
  await recordOwnIssued(eva.cookies, other);
  expect(await seen()).not.toContain('/mover');
  await joinAs('member');
  expect(textOf(await seen(PanelHome))).toContain(offer);
  expect(textOf(await seen())).toContain(`${offer} Si la mueves`);
  expect(await seen()).toContain('action="/panel/garantias/mover');
  await press('mover');
  expect(await numbers(owner)).toEqual(['DE-ANDES']);
  expect((await checkRows()).problems).toEqual([]);
  expect(textOf(await seen())).toContain('Moviste 1 garantía desde tu cuenta personal.');
  expect(textOf(await seen())).toContain('registrada por la empresa');
  expect(textOf(await seen())).not.toContain(offer);
  expect(textOf(await renderPage(GuaranteePage, { id }))).toMatch(
    /Registrada por la empresa.*Estaba en una cuenta personal\./,
  );
  browseAs(owner.cookies);
  expect(textOf(await renderPage(ActivityPage, {}))).toContain(
    'Eva movió una garantía a otra cuenta',
  );
  await switchCompany(eva.cookies, '');
  expect(await numbers(eva)).toEqual(['OTRA']);
  expect(textOf(await seen(ActivityPage))).toContain('a otra de tus cuentas');
  await switchCompany(eva.cookies, owner.id);
  await press('devolver');
  expect(await numbers(owner)).toEqual([]);
  await switchCompany(eva.cookies, '');
  expect(await numbers(eva)).toEqual(['OTRA', 'DE-ANDES']);
  expect(await seen()).toContain('Ir a Andes SpA para moverla');
});

test('moving a guarantee of a request moves the request too, and undoing the move returns both', async () => {
  const [first] = publicBody.garantias;
  const bond = { ...first, tipoGarantia: 'cumplimiento', montoGarantia: '250000' };
  const json = { ...publicBody, email: eva.email, garantias: [first, bond] };
  const sent = await (await api('/api/guarantees/public', { json, cookies: eva.cookies })).json();
  const lead = Number(sent.data.submissionId);
  await moveRequest(lead, 'aprobada');
  await recordIssued(admin.ana.cookies, lead, { issuerNumber: 'A' });
  await joinAs('member');
  await press('mover');
  const requests = async ({ cookies }: Member) =>
    (await (await api('/api/guarantees/mine', { cookies })).json()).data.requests.length;
  expect(await requests(owner)).toBe(1);
  expect(await numbers(owner)).toEqual(['A']);
  await press('devolver');
  expect(await requests(owner)).toBe(0);
  expect(await numbers(owner)).toEqual([]);
});

test('searching and sorting the list covers only the account for which the person acts', async () => {
  await recordOwnIssued(eva.cookies, { issuerNumber: 'PROPIA' });
  await recordOwnIssued(owner.cookies, { issuerNumber: 'DE-ANDES' });
  await joinAs('member');
  const results = async (query: Record<string, string>) => {
    browseAs(eva.cookies);
    const text = textOf(await renderPage(GuaranteesPage, {}, query));
    return Array.from(text.matchAll(/, N\.º (\d+) ·/g), ([, number]) => number);
  };
  expect(await results({ q: 'PROPIA' })).toEqual([]);
  expect(await results({ q: 'DE-ANDES' })).toEqual(['2']);
  expect(await results({ sort: '-numero' })).toEqual(['2']);
});

test('a guarantee that the company also recorded is not moved, and readers and other members move none', async () => {
  await recordOwnIssued(eva.cookies, { issuerNumber: 'DOS' });
  await recordOwnIssued(owner.cookies, { issuerNumber: 'DOS' });
  await recordOwnIssued(eva.cookies, { issuerNumber: 'UNA' });
  await joinAs('reader');
  expect(await seen()).not.toContain('/mover');
  expect((await press('mover')).headers.get('location')).toContain('error=forbidden');
  await postForm('/panel/garantias/mover', { form: {}, cookies: owner.cookies });
  expect(await numbers(owner)).toEqual(['DOS']);
  await postForm('/panel/empresa/rol', {
    form: { person: eva.id, role: 'member' },
    cookies: owner.cookies,
  });
  await press('mover');
  expect((await numbers(owner)).toSorted()).toEqual(['DOS', 'UNA']);
  await postForm('/panel/garantias/devolver', { form: {}, cookies: owner.cookies });
  expect(await numbers(owner)).toHaveLength(2);
});

test('a guarantee recorded by mistake is neither offered nor moved', async () => {
  const { id } = await recordOwnIssued(eva.cookies, { issuerNumber: 'ERROR' });
  await recordOwnIssued(eva.cookies, { issuerNumber: 'BUENA' });
  await reportEvent(eva.cookies, id, { kind: 'anulada' });
  await joinAs('member');
  expect(textOf(await seen())).toContain(offer);
  await press('mover');
  expect(await numbers(owner)).toEqual(['BUENA']);
});

test('a move can be undone for one day only', async () => {
  await recordOwnIssued(eva.cookies);
  await joinAs('member');
  await press('mover');
  admin.world.advance(DAY);
  expect(await seen()).not.toContain('/devolver');
  await press('devolver');
  expect(await numbers(owner)).toHaveLength(1);
});

test('no guarantee is offered to move to a company that the team suspended', async () => {
  await recordOwnIssued(eva.cookies);
  await joinAs('member');
  await switchCompany(eva.cookies, '');
  expect(await seen()).toContain('Ir a Andes SpA para moverla');
  await suspendAccount(owner.id);
  expect(await seen()).not.toContain('Andes SpA para mover');
});
