import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#lib/platform/durations.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { sentMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  download,
  givePassword,
  listShares,
  type Member,
  makeMember,
  open,
  openPage,
  share,
  sharesOf,
  shareToken,
} from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const browser = { headers: { accept: 'text/html' } };
let ana: Member;
let documentKey: string;
const world = worldForTest();
beforeEach(async () => {
  ana = await makeMember({ email: 'ana@acme.cl' });
  documentKey = (await addDocument(ana.id, { fileName: 'F30.pdf' })).fileId;
});

const bound = (more = {}) =>
  shareToken(ana, {
    documentKey,
    emailCode: true,
    recipients: 'Banco del Sur <Luis@banco.cl>',
    ...more,
  });
const post = (token: string, form: Record<string, string>, cookies = {}) =>
  givePassword(token, '', { ...browser, form, cookies });
const mails = async () =>
  (await sentMails()).filter(({ subject }) => subject.includes('tu código para abrir'));
const codeMailed = async () => (await mails())[0]?.subject.slice(0, 6) ?? '';

test('the code goes to the one it is for, and opens the link for an hour', async () => {
  const token = await bound();
  expect(await (await openPage(token)).text()).toContain('Enviarme el código');
  const asked = await post(token, { send: '1' });
  expect(asked.status).toBe(303);
  expect(asked.headers.get('location')).toBe(`/api/share/${token}?codigo=enviado`);
  const [mail] = await mails();
  expect(mail?.to).toBe('luis@banco.cl');
  expect(await (await openPage(token, '?codigo=enviado')).text()).toContain('Enviar otra vez');

  const given = await post(token, { code: ` ${(await codeMailed()).toLowerCase()} ` });
  expect(given.status).toBe(303);
  const cookies = cookiesOf(given);
  expect(await (await openPage(token, '', { cookies })).text()).toContain('F30.pdf');
  expect((await open(token, '?download=1', { cookies })).status).toBe(200);
  world.advance(61 * MINUTE);
  expect((await open(token, '?download=1', { cookies })).status).toBe(403);
});

test('nothing else opens it: no wrong code, no code of another link, none of before', async () => {
  const [token, other] = [await bound(), await bound()];
  await post(other, { send: '1' });
  const ofOther = await codeMailed();
  for (const code of ['', 'AAAAAA', ofOther]) {
    const refused = await post(token, { code });
    expect(refused.status).toBe(401);
    const page = await refused.text();
    expect(page).toContain('El código no coincide o ya venció');
    expect(page).not.toContain('F30.pdf');
  }
  for (const path of ['', '?download=1']) expect((await open(token, path)).status).toBe(403);
  expect((await download({ key: documentKey, share: token })).status).toBe(403);
  world.advance(14 * MINUTE);
  expect((await post(other, { code: ofOther })).status).toBe(303);
  world.advance(16 * MINUTE);
  expect((await post(other, { code: ofOther })).status).toBe(401);
});

test('wrong codes count as wrong passwords do', async () => {
  const token = await bound();
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      givePassword(token, '', { form: { code: 'AAAAAA' }, address: `198.51.100.${n}` }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(50);
  const [listed] = await sharesOf(ana);
  expect(listed).toMatchObject({ codeEmail: 'luis@banco.cl', hasPassword: false });
  expect(listed.lockedUntil).not.toBeNull();
});

test('mails once a minute and ten times a day, however many visitors ask', async () => {
  const token = await bound();
  await Promise.all(Array.from({ length: 5 }, () => post(token, { send: '1' })));
  expect(await mails()).toHaveLength(1);
  for (let n = 1; n < 10; n += 1) {
    world.advance(MINUTE);
    await post(token, { send: '1' });
  }
  world.advance(MINUTE);
  const refused = await post(token, { send: '1' });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Hoy ya enviamos 10 códigos');
  expect(await mails()).toHaveLength(10);
  world.advance(DAY);
  expect((await post(token, { send: '1' })).status).toBe(303);
});

test('with a password it asks for both, the code mailed only after the password', async () => {
  const password = 'ñandú 2026';
  const token = await bound({ password });
  expect((await post(token, { send: '1' })).status).toBe(401);
  expect(await mails()).toEqual([]);
  expect((await givePassword(token, password)).status).toBe(403);
  const first = cookiesOf(await post(token, { password }));
  expect(await (await openPage(token, '', { cookies: first })).text()).toContain('Enviarme');
  await post(token, { send: '1' }, first);
  const second = cookiesOf(await post(token, { code: await codeMailed() }, first));
  const both = { ...first, ...second };
  expect(await (await openPage(token, '', { cookies: both })).text()).toContain('F30.pdf');
  expect((await open(token, '?download=1', { cookies: second })).status).toBe(403);
});

test('its owner looks without a code, another member does not', async () => {
  const token = await bound();
  const page = await openPage(token, '', { cookies: ana.cookies });
  expect(await page.text()).toContain('F30.pdf');
  const { cookies } = await makeMember({ email: 'otra@acme.cl' });
  expect(await (await openPage(token, '', { cookies })).text()).not.toContain('F30.pdf');
});

test('is made only where each line has one address', async () => {
  for (const recipients of [undefined, 'Banco', 'a@b.cl c@d.cl', 'a@b.cl\nBanco', 'x@y']) {
    const refused = await share(ana, { documentKey, emailCode: true, recipients });
    expect(refused.status).toBe(400);
    expect((await refused.json()).fields).toHaveProperty('recipients');
  }
  expect(
    (await share(ana, { documentKey, emailCode: true, recipients: 'a@b.cl\nc@d.cl' })).status,
  ).toBe(200);
  const { data } = await (await listShares(ana)).json();
  expect(data.map(({ codeEmail }: { codeEmail: string }) => codeEmail)).toEqual([
    'a@b.cl',
    'c@d.cl',
  ]);
});
