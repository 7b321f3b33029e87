import { beforeEach, expect, test } from 'vitest';
import { downloadUrlOf } from '#lib/domain/uploads/view.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { call } from '#tests/support/call.ts';
import { browseAs } from '#tests/support/page-request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument } from '#tests/support/shares.ts';
import { uploadRows } from '#tests/support/upload-client.ts';
import {
  followWizard,
  newVisitor,
  publicAnswers,
  reachReview,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let who: Visitor;
beforeEach(async () => {
  who = newVisitor();
  await followWizard(who, publicAnswers);
});

const file = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);
const attachTwo = async () => {
  await who.attach('contrato', {}, file(samples.pdf, 'bases.pdf'));
  await who.attach('contrato', {}, file(samples.docx, 'contrato.docx'));
};
/** Returns the addresses behind "Ver" on a page, by the name of the file. */
const viewLinks = (html: string) =>
  new Map(
    [...html.matchAll(/<a href="([^"]*documentos\/ver[^"]*)"[^>]*>Ver<span[^>]*> ([^<]*)</g)].map(
      ([, href = '', name = '']) => [name, href.replaceAll('&amp;', '&')],
    ),
  );
const open = async (href: string, { cookies }: { cookies: Record<string, string> } = who) => {
  const handlers = await routeOf(`${WIZARD}/documentos/ver`);
  return call(handlers.GET, href, { cookies });
};

test('the page of the files and the review have a link that opens each file of the draft', async () => {
  await attachTwo();
  for (const step of ['documentos', 'revisar']) {
    const links = viewLinks(await stepPage(who, step));
    expect([...links.keys()], step).toEqual(['bases.pdf', 'contrato.docx']);
    const pdf = await open(links.get('bases.pdf') ?? '');
    expect(Buffer.from(await pdf.arrayBuffer())).toEqual(samples.pdf);
    expect(Object.fromEntries(pdf.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename=bases\.pdf/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': expect.stringContaining('no-store'),
    });
    const word = await open(links.get('contrato.docx') ?? '');
    expect(Object.fromEntries(word.headers)).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
});

test('a picture of the draft is shown in a sandbox', async () => {
  await who.attach('adicional', {}, file(samples.png, 'plano.png'));
  const href = viewLinks(await stepPage(who, 'documentos')).get('plano.png') ?? '';
  expect(Object.fromEntries((await open(href)).headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^inline; /),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
  });
});

test('the link to a file of the draft works for days and any number of times', async () => {
  await attachTwo();
  const href = viewLinks(await stepPage(who, 'documentos')).get('bases.pdf') ?? '';
  world.advance(5 * DAY);
  for (let time = 0; time < 7; time++) expect((await open(href)).status).toBe(200);
});

test('a script can open the file that it uploaded by the address that the API gave it', async () => {
  await attachTwo();
  const [row] = await uploadRows();
  const query = new URLSearchParams({ ...who.query(), archivo: downloadUrlOf(row?.id ?? '') });
  expect((await open(`${WIZARD}/documentos/ver?${query}`)).status).toBe(200);
});

test('another person’s draft or file, a removed file and a missing one get the same refusal', async () => {
  await attachTwo();
  const href = viewLinks(await stepPage(who, 'documentos')).get('bases.pdf') ?? '';
  const other = await reachReview();
  const [id = ''] = (await uploadRows()).map(({ id }) => id);
  const address = (query: Record<string, string>) =>
    `${WIZARD}/documentos/ver?${new URLSearchParams(query)}`;
  const responses = [
    await open(href, other),
    await open(href, { cookies: {} }),
    await open(address({ ...other.query(), archivo: id }), other),
    await open(address({ ...who.query(), archivo: 'x'.repeat(22) })),
    await open(address({ archivo: id })),
  ];
  await who.attach('contrato', { quitar: 'si' });
  responses.push(await open(href));
  const bodies = await Promise.all(
    responses.map(async (response) => ({ status: response.status, ...(await response.json()) })),
  );
  for (const { requestId: _, ...body } of bodies) {
    expect(body).toMatchObject({ status: 404, error: 'not_found' });
    expect(body.message).toBe(bodies[0]?.message);
  }
});

test('a file copied from a folder opens only in a session that may read the folder', async () => {
  const ana = await makeUser();
  const { id } = await addDocument(ana.id, { fileName: 'F30.pdf', bytes: samples.pdf });
  Object.assign(who.cookies, ana.cookies);
  await who.attach('contrato', { carpeta: id });
  const href = viewLinks(await stepPage(who, 'documentos')).get('F30.pdf') ?? '';
  expect((await open(href)).status).toBe(200);
  for (const name of Object.keys(ana.cookies)) delete who.cookies[name];
  expect((await open(href)).status).toBe(404);
  browseAs(who.cookies);
  for (const step of ['documentos', 'revisar']) {
    const html = await stepPage(who, step);
    expect(viewLinks(html).size, step).toBe(0);
  }
});
