import { test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { createStoryBrowser } from '#tests/support/browser-pages.ts';
import { companyForTest } from '#tests/support/company-for-test.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  createShare,
  openFile,
  sendShareForm,
  sharesOf,
} from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const people = companyForTest(world);
const tick = () => world.advance(MINUTE);
const links = '/panel/documentos/enlaces';
const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko Firefox/140.0' };

test('the pages of links to documents, for company and visitors, have the approved outline', async () => {
  const story = collectPages('company-links');
  const olga = createStoryBrowser(story, people.olga.cookies);
  const rita = createStoryBrowser(story, people.rita.cookies);
  const visitor = createStoryBrowser(story);
  const reading = { text: true, settled: true } as const;
  const put = async (category: string, more: object = {}) => {
    tick();
    return addDocument(people.olga.id, { category, reading, sortAt: world.now(), ...more });
  };
  const f30 = await put('certificado_f30', { fileName: 'f30.pdf', issuedAt: '2026-11-11' });
  const photo = await put('otros', {
    ...{ customTitle: 'Foto de la obra', fileName: 'Obra.png', bytes: samples.png },
    contentType: 'image/png',
  });
  const word = await put('otros', {
    ...{ customTitle: 'Contrato de obra', fileName: 'Contrato.docx', bytes: samples.docx },
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  });
  const months = [
    await put('formulario_29', { fileName: 'septiembre.pdf', issuedAt: '2026-09-30' }),
    await put('formulario_29', { fileName: 'octubre.pdf', issuedAt: '2026-10-31' }),
  ];
  await olga.see('none', links);
  const all = [f30, photo, word, ...months].map(({ fileId }) => fileId);
  async function make(keys: (string | undefined)[], more: object = {}) {
    tick();
    const json = { documentKeys: keys, expiresInHours: 48, ...more };
    const reply = await (await createShare(people.eva, json)).json();
    return {
      id: `${reply.id}`,
      url: `${reply.shortUrl}`,
      path: `/c/${`${reply.shortUrl}`.split('/c/')[1]}`,
    };
  }
  const openLinks = async (step: string, query = '') => {
    await olga.see(step, `${links}${query}`);
    await rita.see(step, `${links}${query}`, 'reader-enlaces');
  };

  await markSessionsProved();
  await olga.see('first', '/panel/documentos/compartir');
  const chosen = Object.fromEntries(all.map((key) => [`doc-${key}`, 'si']));
  const form = { ...chosen, label: 'Licitación 12', expiresInHours: '48', enviar: 'si' };
  const create = '/panel/documentos/compartir/crear';
  await olga.press('refused', create, { ...form, nombre1: 'Banco', password: 'corta' });
  const recipients = { nombre1: 'Banco del Sur', email2: 'ana@aseguradora.cl', nombre2: 'Ana' };
  const note = { recipientNote: 'Va la carpeta,\ncompleta', notify: 'true', sinClave: 'true' };
  await olga.press('a folder for two', create, { ...form, ...recipients, ...note });
  const [, sent] = (await sharesOf(people.olga)).reverse();
  const folder = {
    id: `${sent.id}`,
    url: `${sent.shortUrl}`,
    path: new URL(sent.shortUrl).pathname,
  };
  const single = await make([f30.fileId], { maxOpenings: 3, expiresInHours: 1 });
  const office = await make([word.fileId], { maxOpenings: 1 });
  const picture = await make([photo.fileId]);
  const viewed = await make([f30.fileId, word.fileId], { viewOnly: true, label: 'Solo mirar' });
  const locked = await make([f30.fileId], { password: 'un paraguas azul', label: 'Con clave' });
  const coded = await make([months[0]?.fileId], { recipients: 'luis@banco.cl', emailCode: true });
  await openLinks('of every kind', `?enlace=${coded.id}`);

  await openLinks('a link of two');
  await visitor.see('folder', folder.path, 'c-folder');
  await visitor.see('a document', `${folder.path}?document=${months[1]?.fileId}`, 'c-folder');
  await visitor.see('a picture', `${folder.path}?document=${photo.fileId}`, 'c-folder');
  await visitor.see('pdf', single.path, 'c-single');
  await visitor.see('word', office.path, 'c-single');
  await visitor.see('picture', picture.path, 'c-single');
  await visitor.see('two', viewed.path, 'c-viewed');
  await visitor.see('one', `${viewed.path}?document=${f30.fileId}`, 'c-viewed');
  await visitor.see('another', `${viewed.path}?document=${word.fileId}`, 'c-viewed');
  await visitor.see('asks', locked.path, 'c-locked');
  await visitor.press('wrong', `${locked.path}/abrir`, { password: 'otra clave' }, 'c-locked');
  await visitor.press(
    'right',
    `${locked.path}/abrir`,
    { password: 'un paraguas azul' },
    'c-locked',
  );
  await visitor.see('asks', coded.path, 'c-coded');
  await visitor.press('sent', `${coded.path}/codigo`, {}, 'c-coded');
  await visitor.press('wrong', `${coded.path}/abrir`, { code: 'AAAAAA' }, 'c-coded');
  const ofOwner = createStoryBrowser(story, people.eva.cookies);
  await ofOwner.see('of its owner', folder.path, 'c-folder');
  const stranger = createStoryBrowser(story, people.zoila.cookies);
  await stranger.see('of another company', folder.path, 'c-folder');

  const get = async (url: string, query: string, options: object = {}) => {
    tick();
    await (await openFile(url, query, options)).arrayBuffer();
  };
  await get(folder.url, `?document=${f30.fileId}`);
  await get(folder.url, `?download=1&document=${f30.fileId}`);
  await get(folder.url, `?download=1&document=${months[1]?.fileId}`);
  world.advance(HOUR / 2);
  await get(folder.url, `?document=${photo.fileId}`, { ip: '198.51.100.9', headers: firefox });
  await get(folder.url, '?download=1', { ip: '198.51.100.9', headers: firefox });
  await get(office.url, '?download=1');
  await openLinks('opened');
  await visitor.see('used up', office.path, 'c-single');
  for (const { path } of [single, office]) await sendShareForm(path, 'pedir');
  await olga.see('folder', `${links}/${folder.id}/aperturas`);
  await olga.see('word', `${links}/${office.id}/aperturas`);
  await olga.see('never opened', `${links}/${picture.id}/aperturas`);
  await markSessionsProved();
  await olga.see('folder', `${links}/${folder.id}`);
  await olga.see('with a code', `${links}/${coded.id}`);
  await olga.see('with a password', `${links}/${locked.id}`);
  const other = (await sharesOf(people.zoila))[0]?.id;
  await olga.see('of another company', `${links}/${other}`, 'enlaces-of-another');
  await olga.see('its openings', `${links}/${other}/aperturas`, 'enlaces-of-another');

  await olga.see('all', links);
  await olga.press('closed', `${links}/cerrar`, { id: viewed.id });
  await visitor.see('closed', viewed.path, 'c-viewed');
  for (let n = 0; n < 49; n += 1)
    await sendShareForm(locked.path, 'abrir', { password: `clave ${n} mala` });
  const guest = createStoryBrowser(story);
  await guest.press('locked', `${locked.path}/abrir`, { password: 'otra' }, 'c-locked');
  await openLinks('locked');
  world.advance(HOUR);
  await visitor.see('expired', single.path, 'c-single');
  await visitor.press('asked for another', `${single.path}/pedir`, {}, 'c-single');
  await openLinks('expired, closed and locked');
  await markSessionsProved();
  await olga.press('again', `${links}/repetir`, { id: office.id });
  await olga.press('not sent', `${links}/enviar`, { ids: single.id });
  await olga.press('sent', `${links}/enviar`, { ids: coded.id });
  await olga.see('links waiting', '/panel');
  world.advance(2 * DAY);
  await openLinks('all expired');
  await visitor.see('expired', folder.path, 'c-folder');
  await visitor.see('unknown', '/c/XXXXXXXXXXXX', 'c-unknown');
  await story.addMails();
  await story.expectApproved();
});
