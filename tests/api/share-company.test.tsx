import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { auditOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { actFor, andes, join } from '#tests/support/companies.ts';
import { textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { sentMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  makeAdmin,
  openFile,
  openPage,
  sendShared,
  share,
  sharesOf,
} from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let olga: Member;
let eva: Awaited<ReturnType<typeof join>>;
let fileId: string;
beforeEach(async () => {
  olga = await makeUser({ ...andes, email: 'olga@andes.cl', name: 'Olga' });
  eva = await join(olga, 'eva@andes.cl');
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
  const [mail] = (await sentMails()).filter(({ to }) => to === 'luis@banco.cl');
  expect(mail).toMatchObject({ replyTo: eva.email });
  const [{ shortUrl }] = await sharesOf(eva);
  world.advance(3 * DAY);
  await sendShared(shortUrl, 'pedir');
  const asked = (await sentMails()).filter(({ subject }) => subject.startsWith('Piden un'));
  expect(asked.map(({ to }) => to)).toEqual([eva.email]);
});

test.each<[string, object]>([
  ['nothing else', {}],
  ['a code of its recipient', { recipients: 'luis@banco.cl', emailCode: true }],
  ['a password', { password: 'un paraguas azul' }],
])(
  'a member acting for the company opens its link, which asks for %s, as its owner, uncounted',
  async (_, asked) => {
    const { cookies } = eva;
    const { shareUrl } = await (
      await share(olga, { documentKey: fileId, maxOpenings: 1, ...asked })
    ).json();
    const token = shareUrl.split('/').at(-1);
    const entered = await sendShared(token, 'abrir', { password: 'un paraguas azul' }, { cookies });
    const own = { cookies: { ...cookies, ...cookiesOf(entered) } };
    expect(textOf(await (await openPage(token, '', own)).text())).toContain(
      'Lo que abras tú no cuenta.',
    );
    expect((await openFile(token, '', own)).status).toBe(200);
    expect(await sharesOf(olga)).toMatchObject([{ openings: 0, downloads: 0 }]);
    await actFor(cookies, '');
    expect(textOf(await (await openPage(token, '', own)).text())).not.toContain('Lo que abras tú');
  },
);

test('a person’s own link opens as the owner’s also while that person acts for a company', async () => {
  const { cookies, personId } = eva;
  const own = await addDocument(personId);
  await actFor(cookies, '');
  const made = { documentKey: own.fileId, recipients: 'luis@banco.cl', emailCode: true };
  const { shareUrl } = await (await share(eva, made)).json();
  await actFor(cookies, olga.id);
  const token = shareUrl.split('/').at(-1);
  expect(textOf(await (await openPage(token, '', { cookies })).text())).toContain(
    'Lo que abras tú no cuenta.',
  );
  expect((await openFile(token, '', { cookies })).status).toBe(200);
});

test('an advisor who opens a shared folder leaves an audit event for each of its documents', async () => {
  const other = await addDocument(olga.id, { category: 'otros', customTitle: 'Patente' });
  const { shareUrl } = await (await share(olga, { documentKeys: [fileId, other.fileId] })).json();
  const { cookies } = await makeAdmin('ada@resguardo.cl');
  await openPage(shareUrl.split('/').at(-1), '', { cookies });
  const seen = (await auditOf(olga.id)).filter((action) => action === 'document.seen-by-team');
  expect(seen).toHaveLength(2);
});
