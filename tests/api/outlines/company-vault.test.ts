import { test } from 'vitest';
import { UNCATEGORIZED } from '#lib/domain/documents/rules.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { createStoryBrowser } from '#tests/support/browser-pages.ts';
import { companyForTest, validForDays, waitUntilRead } from '#tests/support/company-for-test.ts';
import { updateDocument } from '#tests/support/document-rows.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument } from '#tests/support/shares.ts';
import { createDocument } from '#tests/support/synthetic-documents/reading-score.ts';
import { patchDocument, removeDocument, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const people = companyForTest(world);
const tick = () => world.advance(MINUTE);

const reading = { text: true, settled: true } as const;
const pdf = (name: string) => ({ bytes: samples.pdf, name });
const vault = '/panel/documentos';

test('the pages of a company’s folder, from empty to full, have the approved outline', async () => {
  const story = collectPages('company-vault');
  const { olga: own } = people;
  const olga = createStoryBrowser(story, own.cookies);
  const eva = createStoryBrowser(story, people.eva.cookies);
  const rita = createStoryBrowser(story, people.rita.cookies);
  const all = async (step: string) => {
    await waitUntilRead(own);
    await olga.see(step, vault);
    await olga.see(step, '/panel');
    await rita.see(step, vault, 'reader-documentos');
  };
  const category = (step: string, key: string, query = '') =>
    olga.see(step, `${vault}/${key}${query}`);
  await all('empty');
  await category('empty', 'certificado_f30');
  await category('empty', 'otros');
  await olga.see('empty', `${vault}/ordenar`);

  const put = async (key: string, more: object) => {
    tick();
    return addDocument(own.id, { category: key, reading, sortAt: world.now(), ...more });
  };
  await put('certificado_f30', {
    fileName: 'f30.pdf',
    ...validForDays(world, 20),
    issuedAt: '2026-11-11',
  });
  await put('carpeta_tributaria', { ...validForDays(world, 200), issuedAt: '2026-11-02' });
  await put('certificado_deuda_tgr', { fileName: 'TGR.pdf', ...validForDays(world, -2) });
  await put('balance_general', { fileName: 'Balance 2025.pdf' });
  await put('otros', {
    customTitle: 'Patente municipal',
    fileName: 'p.pdf',
    ...validForDays(world, 30),
  });
  const certificate = await put('otros', {
    ...{ customTitle: 'Contrato de obra', fileName: 'Contrato.docx', bytes: samples.docx },
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  });
  const months = [
    await put('formulario_29', { fileName: 'septiembre.pdf', issuedAt: '2026-09-30' }),
  ];
  months.push(await put('formulario_29', { fileName: 'agosto.pdf', issuedAt: '2026-08-31' }));
  await all('several');
  for (const key of ['certificado_f30', 'carpeta_tributaria', 'certificado_deuda_tgr'])
    await category('several', key);
  for (const key of ['balance_general', 'otros', 'formulario_29']) await category('several', key);
  await category('to edit', 'otros', `?editar=${certificate.id}`);
  await category('to replace', 'otros', `?reemplazar=${certificate.id}`);
  await rita.see('several', `${vault}/otros`, 'reader-otros');
  await eva.see('several', vault, 'editor-documentos');

  tick();
  const document = await createDocument('certificado_f30');
  await uploadToVault(eva.jar, 'certificado_f30', { bytes: document.bytes, name: 'f30 nuevo.pdf' });
  await waitUntilRead(own);
  await category('of another RUT', 'certificado_f30', '?aviso=subido');
  tick();
  await uploadToVault(eva.jar, 'certificado_f30', pdf('noviembre.pdf'), { issuedAt: '2026-11-20' });
  await waitUntilRead(own);
  await category('replaced', 'certificado_f30', '?aviso=subido');
  await olga.see('replaced', `${vault}?aviso=subido`);
  tick();
  await uploadToVault(olga.jar, 'certificado_f30', pdf('diciembre.pdf'), {
    issuedAt: '2026-11-21',
  });
  await waitUntilRead(own);
  await category('replaced again', 'certificado_f30');
  tick();
  await uploadToVault(olga.jar, 'otros', pdf('obra 2.pdf'), {
    ...{ customTitle: 'Contrato de obra, segundo', replaces: certificate.id },
  });
  await waitUntilRead(own);
  await category('one of several replaced', 'otros', '?aviso=subido');
  tick();
  await patchDocument(olga.jar, months[0]?.id ?? '', { issuedAt: '2026-07-31' });
  await category('edited', 'formulario_29', `?aviso=editado&documento=${months[0]?.id}`);
  tick();
  await removeDocument(eva.jar, 'formulario_29', months[1]?.id);
  await category('removed', 'formulario_29', `?eliminado=${months[1]?.id}`);
  await all('removed');
  tick();
  await uploadToVault(olga.jar, 'escritura_constitucion', pdf('a.pdf'));
  await updateDocument((await addDocument(own.id, { category: 'contrato', reading })).id, {
    state: 'infected',
  });
  await waitUntilRead(own);
  await all('infected');
  await category('infected', 'contrato');

  tick();
  const found = { category: 'certificado_f30', issuedAt: '2026-11-18', expiresAt: '2026-12-18' };
  await put(UNCATEGORIZED, {
    fileName: 'suelto 1.pdf',
    reading: { ...reading, ...found, rut: '76123456-0' },
  });
  await put(UNCATEGORIZED, {
    fileName: 'suelto 2.pdf',
    reading: { ...reading, ...found, rut: '76999999-9' },
  });
  await put(UNCATEGORIZED, {
    ...{ fileName: 'suelto 4.pdf', reading: { ...reading, ...found, rut: '76123456-0' } },
  });
  await put(UNCATEGORIZED, { fileName: 'suelto 3.pdf', reading: { text: false } });
  await all('files to order');
  await olga.see('three', `${vault}/ordenar`);
  await rita.see('three', `${vault}/ordenar`, 'reader-ordenar');
  await markSessionsProved();
  await olga.see('form', `${vault}/compartir`);
  await rita.see('form', `${vault}/compartir`, 'reader-compartir');
  await story.addMails();
  await story.expectApproved();
});
