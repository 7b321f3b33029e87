import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { andesCompany, joinCompany, switchCompany } from '#tests/support/companies.ts';
import { textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  createShare,
  makeMemberAdmin,
  openFile,
  sendShareForm,
  sharesOf,
  visitShare,
} from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let olga: Member;
let eva: Awaited<ReturnType<typeof joinCompany>>;
let fileId: string;
beforeEach(async () => {
  olga = await makeUser({ ...andesCompany, email: 'olga@andes.cl', name: 'Olga' });
  eva = await joinCompany(olga, 'eva@andes.cl');
  ({ fileId } = await addDocument(olga.id));
});

test('replies to a shared link, and its notices, go to the member of the company who made it', async () => {
  const form = {
    [`doc-${fileId}`]: 'si',
    expiresInHours: '72',
    enviar: 'si',
    email1: 'luis@banco.cl',
  };
  await postForm('/panel/documentos/compartir/crear', { form, cookies: eva.cookies });
  const [mail] = (await deliverMails()).filter(({ to }) => to === 'luis@banco.cl');
  expect(mail).toMatchObject({ replyTo: eva.email });
  const [{ shortUrl }] = await sharesOf(eva);
  world.advance(3 * DAY);
  await sendShareForm(shortUrl, 'pedir');
  const requestMails = (await deliverMails()).filter(({ subject }) =>
    subject.startsWith('Piden un'),
  );
  expect(requestMails.map(({ to }) => to)).toEqual([eva.email]);
});

test.each<[string, object]>([
  ['nothing else', {}],
  ['a code of its recipient', { recipients: 'luis@banco.cl', emailCode: true }],
  ['a password', { password: 'un paraguas azul' }],
])(
  'a member acting for the company opens its link, which asks for %s, as its owner, uncounted',
  async (_, requestOptions) => {
    const { cookies } = eva;
    const { shareUrl } = await (
      await createShare(olga, { documentKey: fileId, maxOpenings: 1, ...requestOptions })
    ).json();
    const token = shareUrl.split('/').at(-1);
    const entered = await sendShareForm(
      token,
      'abrir',
      { password: 'un paraguas azul' },
      { cookies },
    );
    const own = { cookies: { ...cookies, ...cookiesOf(entered) } };
    expect(textOf(await (await visitShare(token, '', own)).text())).toContain(
      'Lo que abras tú no cuenta.',
    );
    expect((await openFile(token, '', own)).status).toBe(200);
    expect(await sharesOf(olga)).toMatchObject([{ openings: 0, downloads: 0 }]);
    await switchCompany(cookies, '');
    expect(textOf(await (await visitShare(token, '', own)).text())).not.toContain(
      'Lo que abras tú',
    );
  },
);

test('a person’s own link opens as the owner’s also while that person acts for a company', async () => {
  const { cookies, personId } = eva;
  const own = await addDocument(personId);
  await switchCompany(cookies, '');
  const newShare = { documentKey: own.fileId, recipients: 'luis@banco.cl', emailCode: true };
  const { shareUrl } = await (await createShare(eva, newShare)).json();
  await switchCompany(cookies, olga.id);
  const token = shareUrl.split('/').at(-1);
  expect(textOf(await (await visitShare(token, '', { cookies })).text())).toContain(
    'Lo que abras tú no cuenta.',
  );
  expect((await openFile(token, '', { cookies })).status).toBe(200);
});

test('an advisor who opens a shared folder leaves an audit event for each of its documents', async () => {
  const other = await addDocument(olga.id, { category: 'otros', customTitle: 'Patente' });
  const { shareUrl } = await (
    await createShare(olga, { documentKeys: [fileId, other.fileId] })
  ).json();
  const { cookies } = await makeMemberAdmin('ada@resguardo.cl');
  await visitShare(shareUrl.split('/').at(-1), '', { cookies });
  const seen = (await auditTrailOf(olga.id)).filter((action) => action === 'document.seen-by-team');
  expect(seen).toHaveLength(2);
});
