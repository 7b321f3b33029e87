import { expect, test } from 'vitest';
import DeliveryPage from '#app/admin/entregas/[id]/page.tsx';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { codeFor, makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { auditTrailOf, register, requestPasswordReset } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { conditionTerms, sendConditions } from '#tests/support/conditions.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { listMails } from '#tests/support/sent-mails.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const advisor = forEachTest(() => makeAdvisor());

async function pageOfLast(kind: string): Promise<string> {
  const { rows } = await getDb().client.execute(
    `select max(id) as id from deliveries where kind = '${kind}'`,
  );
  browseAs(advisor.cookies);
  return textOf(await renderPage(DeliveryPage, { id: `${rows[0]?.id}` }));
}

test('the page of a delivery shows the text of its mail as it was sent, and audits the view', async () => {
  const { id, submissionId } = await sendRequest(publicBody);
  const json = { subject: 'Faltan papeles', text: 'Falta el <b>balance</b> 2025.' };
  await api(`/api/admin/leads/${id}/replies`, { json, cookies: advisor.cookies });
  await deliverDue();
  const sent = (await listMails()).length;
  const text = await pageOfLast('lead.reply-mail');
  expect(text).toMatch(/Lo que dice Se guarda como se envió\..*Ver el texto que se envió/);
  expect(text).toContain('Falta el &lt;b&gt;balance&lt;/b&gt; 2025.');
  expect(text).toMatch(/https?:\/\/[^/ ]+\/comprobante\/••••••/);
  expect(await pageOfLast('guarantee.acknowledgement')).toContain(`N.º ${submissionId}`);
  await deliverDue();
  expect(await listMails()).toHaveLength(sent);
  const seen = await getDb().read.all<{ subject: string }>(
    `select subject from audit_events where action = 'lead.seen-by-team'`,
  );
  expect(seen).toEqual([{ subject: `lead:${id}` }]);
  await getDb().client.execute('update lead_events set detail = replace(detail, 2025, 2031)');
  expect(await pageOfLast('lead.reply-mail')).toContain('2025');
  await getDb().client.execute('delete from delivery_texts');
  expect(await pageOfLast('lead.reply-mail')).toMatch(
    /no está guardado: lo armamos otra vez.* 2031/,
  );
});

test('the page of a delivery hides codes and secret parts of links, and says when a mail was not sent', async () => {
  await register({ email: 'bea@x.cl' });
  await deliverDue();
  const code = await codeFor('bea@x.cl');
  const coded = await pageOfLast('account.code-mail');
  expect(coded).toContain('•••••• es tu código');
  expect(coded).not.toContain(code);
  const ana = await makeUser();
  await requestPasswordReset(ana.email);
  await deliverDue();
  const reset = await pageOfLast('account.reset-mail');
  expect(reset).toMatch(/\/restablecer\S*••••••/);
  const [mail] = (await listMails()).filter(({ subject }) => subject.startsWith('Cambia tu'));
  const [secret = 'none'] = /\/restablecer\S+/.exec(mail?.text ?? '') ?? [];
  expect(reset).not.toContain(secret);
  expect(await auditTrailOf(ana.id)).toContain('account.seen-by-team');
  await getDb().client.execute('delete from one_time_codes');
  expect(await pageOfLast('account.code-mail')).toMatch(
    /Lo que dice No se envió: su correo ya estaba verificado\./,
  );
});

test.each([
  ['that went while they were open', true],
  ['that still wait and are over', false],
])('the page of a mail with conditions %s shows what was true then', async (_, isSent) => {
  const { id } = await sendRequest(publicBody);
  const validUntil = isoDay(world.now() + DAY);
  expect(await sendConditions(advisor.cookies, id, { validUntil })).toBe(200);
  if (isSent) await deliverDue();
  await getDb().client.execute('delete from delivery_texts');
  world.advance(2 * DAY);
  const page = await pageOfLast('lead.conditions-mail');
  expect(page.includes(conditionTerms.issuer)).toBe(isSent);
  expect(page.includes('Ya no se puede mostrar')).toBe(!isSent);
});
