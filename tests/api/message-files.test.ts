import { expect, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { DAY } from '#lib/platform/process/durations.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverAll, rowProblems } from '#tests/support/erasure.ts';
import { shownToken } from '#tests/support/links.ts';
import { filesIn } from '#tests/support/mailbox-files.ts';
import { browseAs, show, textOf } from '#tests/support/page-request.ts';
import { papersOf, sendMessage, sendPapers } from '#tests/support/papers.ts';
import { file } from '#tests/support/request-files.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAIL_INTERNAL_TO: 'equipo@resguardo.cl', MAX_UPLOAD_MB: '1' });
const admin = advisorForTest();
const DONE = '?aviso=documentos#documentos';
const mailsTo = (email: string) => filesIn(world.dataDir).filter(({ to }) => to === email);

test('files come with a message from the first minute, without being asked for', async () => {
  browseAs({});
  const lead = await sendMessage('ana@obras.cl');
  const path = `/recibido/${await shownToken('lead-receipt', lead)}` as const;
  const shown = async () => textOf(await show(ReceivedPage, { token: path.slice(10) }));
  expect(await shown()).toMatch(/Agregar documentos Otro documento .*hazlo en esta página/);
  const sent = (name: string, view = name) =>
    sendPapers(path, { files: { adicional: [file(name)] }, view });
  expect(await sent('Balance.pdf')).toBe(DONE);
  expect(await sent('Balance.pdf')).toBe(DONE);
  expect(await sent('Poder.pdf')).toBe(DONE);
  const after = await shown();
  for (const name of ['Balance', 'Poder']) expect(after).toContain(`Otro documento ${name}.pdf (`);
  expect(after).toContain('Recibimos tu mensaje');
  expect(after).not.toMatch(/te pedimos|ya no espera|Falta/);
  expect(await papersOf(lead)).toMatchObject([{ files: [{}, {}] }]);
  browseAs(admin.cookies);
  const html = await show(LeadPage, { id: `${lead}` });
  browseAs({});
  expect(textOf(html)).toMatch(/Otro documento Balance\.pdf \(\d+ B\), llegó el /);
  expect(html).not.toContain('recibidos');
  const [, kind] = /\/files\/([\w-]{22})"/.exec(html) ?? [];
  const opened = await api(`/api/admin/leads/${lead}/files/${kind}`, { cookies: admin.cookies });
  expect(opened.status).toBe(200);
  world.advance(DAY);
  await deliverAll(world);
  expect(mailsTo('equipo@resguardo.cl').map(({ subject }) => subject)).toContain(
    `2 documentos agregados: mensaje N.º ${lead}, Ana Muñoz`,
  );
  expect(
    mailsTo('ana@obras.cl').find(({ subject }) => subject.startsWith('Recibimos 2')),
  ).toMatchObject({
    subject: `Recibimos 2 documentos: mensaje N.º ${lead}`,
    text: expect.stringContaining('Ya los tiene tu asesor.'),
  });
  // The page was opened by a link that no mail brought, so the names of the files may be anybody's.
  const added = mailsTo('ana@obras.cl').find(({ subject }) => subject.startsWith('Recibimos 2'));
  expect(added?.text).toMatch(/1\. Otro documento \(\d+ B\)/);
  expect(added?.text).not.toContain('Balance.pdf');
  const virus = new File(['MZ'], 'virus.exe');
  expect(await sendPapers(path, { files: { adicional: [virus] } })).toContain(
    'error=validation_failed',
  );
  expect(await rowProblems()).toEqual([]);
});
