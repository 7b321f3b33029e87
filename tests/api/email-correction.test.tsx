import { describe, expect, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import AuditPage from '#app/admin/auditoria/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import GuaranteePage from '#app/garantia/[token]/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import {
  CORRECT_EMAIL,
  correctionForTest,
  emailSavePath,
  WRONG_EMAIL,
} from '#tests/support/email-correction.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { leadOf } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { mailEvent } from '#tests/support/providers/resend-events.ts';
import { renderedFormFields } from '#tests/support/rendered-forms.ts';
import { postMailEvent } from '#tests/support/webhooks.ts';

const { admin, first, second, corrected, mailsTo, page, leadPage } = correctionForTest();

const tokenIn = (mail: { text?: unknown } | undefined, path: string) =>
  new RegExp(`/${path}/([\\w.~-]+)`).exec(`${mail?.text}`)?.[1] ?? '';
const bounce = async (email: string) => {
  const mail = mailsTo(email).at(-1);
  const createdAt = new Date(admin.world.now()).toISOString();
  const event = mailEvent({ kind: 'bounced', emailId: mail?.id ?? '', to: email, createdAt });
  expect((await postMailEvent(event)).status).toBe(200);
};
const receipt = async (token: string) => {
  browseAs({});
  const text = textOf(await renderPage(ReceiptPage, { token }));
  browseAs(admin.ana.cookies);
  return text;
};
const ENDED = 'puede cerrarlos antes';

describe('a corrected e-mail address', () => {
  test('changes with its request only: the old link ends, a new one is mailed and the audit trail records it', async () => {
    await admin.deliver();
    const [oldMail] = mailsTo(WRONG_EMAIL).filter((mail) =>
      `${mail.subject}`.includes(`${first().id}`),
    );
    const [old, sentBefore] = [tokenIn(oldMail, 'comprobante'), mailsTo(WRONG_EMAIL).length];
    expect(await receipt(old)).not.toContain(ENDED);
    const event = mailEvent({ kind: 'bounced', emailId: oldMail?.id ?? '', to: WRONG_EMAIL });
    await postMailEvent(event);
    const before = await renderPage(LeadPage, { id: `${first().id}` });
    expect(textOf(before)).toContain(
      `El correo a ${WRONG_EMAIL} no llegó. Rebotó: la casilla no existe.`,
    );
    const button = new RegExp(
      `<a class="btn[^>]*href="/admin/leads/${first().id}/correo">Corregir el correo`,
    );
    expect(before).toMatch(button);

    const form = await page();
    expect(renderedFormFields(form, emailSavePath(first().id))).toMatchObject({ era: WRONG_EMAIL });
    expect(textOf(form)).toContain(`queda como está: N.º ${second().submissionId}`);
    expect(form).toContain(`href="/admin/leads/${second().id}"`);
    await corrected();
    await admin.deliver();

    expect(await leadOf(first().id)).toMatchObject({ email: CORRECT_EMAIL, lastAct: null });
    expect(mailsTo(WRONG_EMAIL)).toHaveLength(sentBefore);
    const mails = mailsTo(CORRECT_EMAIL);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Recibimos tu solicitud N.º ${first().submissionId}`,
    ]);
    expect(await receipt(old)).toContain(ENDED);
    expect(await receipt(old)).not.toContain(CORRECT_EMAIL);
    expect(await receipt(tokenIn(mails[0], 'comprobante'))).toContain(CORRECT_EMAIL);
    // The page that the applicant was shown at once was never mailed.
    expect(await receipt(first().token)).toContain(CORRECT_EMAIL);

    // A mail that is sent again links to what works.
    admin.world.advance(2 * MINUTE);
    const { rows } = await getDb().client.execute({
      sql: 'select id from deliveries where sent_to = ? and partition = ?',
      args: [WRONG_EMAIL, `lead:${first().id}/mail`],
    });
    const resend = `/admin/entregas/${rows[0]?.id}/reenviar`;
    const again = { detalle: `${rows[0]?.id}` };
    await postForm(resend, { form: again, cookies: admin.ana.cookies });
    await admin.deliver();
    expect(mailsTo(CORRECT_EMAIL)).toHaveLength(2);
    expect(await receipt(tokenIn(mailsTo(CORRECT_EMAIL)[1], 'comprobante'))).toContain(
      CORRECT_EMAIL,
    );

    expect(await leadOf(second().id)).toMatchObject({ email: WRONG_EMAIL });
    const found = await renderPage(InboxPage, {}, { q: CORRECT_EMAIL });
    expect(found).toContain(`id="fila-${first().id}"`);
    expect(found).not.toContain(`id="fila-${second().id}"`);
    expect(await leadPage()).toContain(`De ${WRONG_EMAIL} a ${CORRECT_EMAIL}. Por teléfono`);
    expect(await leadPage()).not.toContain('no llegó');
    const trail = textOf(await renderPage(AuditPage, {}, { action: 'lead.email-corrected' }));
    expect(trail).toContain(`De ${WRONG_EMAIL} a ${CORRECT_EMAIL}. Por teléfono`);
    expect((await checkRows()).problems).toEqual([]);
  });

  test('is stored in every row of its request and in no row of the person’s other request', async () => {
    const { id, submissionId } = first();
    const { client } = getDb();
    for (const lead of [first(), second()]) {
      await client.execute({
        sql: `insert into bookings (uid, lead_id, email, name, title, state, event_at, created_at)
          values (?, ?, ?, 'Rosa', 'Llamada', 'accepted', 1, 1)`,
        args: [`b${lead.id}`, lead.id, WRONG_EMAIL],
      });
      await client.execute({
        sql: `update submissions set answers = json_set(answers, '$.emailContratista', ?)
          where id = ?`,
        args: ['ROSA@obras-sur.cl', lead.submissionId],
      });
      const json = { amount: 45_000, description: 'Comisión', email: WRONG_EMAIL, leadId: lead.id };
      await client.execute({
        sql: `insert into payment_requests (id, amount, description, email, lead_id, created_by,
          created_at, expires_at) values (?, ?, ?, ?, ?, 'x', 1, 2)`,
        args: [`p${lead.id}`, json.amount, json.description, WRONG_EMAIL, lead.id],
      });
      await client.execute({
        sql: "update leads set crm_contact_id = '77' where id = ?",
        args: [lead.id],
      });
    }
    await client.execute({ sql: "insert into crm_contacts values (?, '77')", args: [WRONG_EMAIL] });
    await corrected();
    const { rows } = await client.execute({
      sql: `select 'b' as what, lead_id as lead from bookings where email = ?1
        union all select 'p', lead_id from payment_requests where email = ?1
        union all select 'l', id from leads where email = ?1
        union all select 's', id from submissions where email = ?1
        union all select 'a', id from submissions where answers ->> '$.email' = ?1
        union all select 'c', id from submissions where answers ->> '$.emailContratista' = ?1`,
      args: [CORRECT_EMAIL],
    });
    expect(rows.map(({ what, lead }) => `${what}${lead}`).sort()).toEqual(
      ['a', 'b', 'c', 'l', 'p', 's'].map((what) => `${what}${what > 'l' ? submissionId : id}`),
    );
    const contacts = await client.execute('select email from crm_contacts order by email');
    expect(contacts.rows.map(({ email }) => email)).toEqual([WRONG_EMAIL, CORRECT_EMAIL].sort());
    expect(await leadOf(id)).toMatchObject({ crmContactId: null });
    expect(await leadOf(second().id)).toMatchObject({ crmContactId: '77' });
    const notes = await client.execute(
      "select partition from deliveries where kind = 'lead.crm-note'",
    );
    expect(notes.rows.map(({ partition }) => partition)).toEqual([`lead:${id}/crm`]);
    expect((await checkRows()).problems).toEqual([]);
  });

  test('receives the mail that was still queued for the old one, once and with a link that works', async () => {
    const { client } = getDb();
    const keyed = 'select idempotency_key as k from deliveries where partition = ?';
    const args = [`lead:${first().id}/mail`];
    await client.execute({ sql: 'update deliveries set attempts = 2 where partition = ?', args });
    const [before] = (await client.execute({ sql: keyed, args })).rows;
    await corrected();
    const keys = (await client.execute({ sql: keyed, args })).rows;
    expect(keys).toHaveLength(1);
    expect(keys[0]?.k).not.toBe(before?.k);
    await admin.deliver();
    expect(mailsTo(WRONG_EMAIL)).toHaveLength(1);
    expect(mailsTo(CORRECT_EMAIL)).toHaveLength(1);
    expect(await receipt(tokenIn(mailsTo(CORRECT_EMAIL)[0], 'comprobante'))).toContain(
      CORRECT_EMAIL,
    );
  });

  test('receives only the newest mail, with new links to the request and its guarantees; the old links end', async () => {
    await admin.deliver();
    const { id } = first();
    await moveRequest(id, 'aprobada');
    await recordIssued(admin.ana.cookies, id);
    await recordIssued(admin.ana.cookies, id, { item: 1, issuerNumber: 'PZ-2' });
    admin.world.advance(2 * MINUTE);
    await admin.deliver();
    const old = mailsTo(WRONG_EMAIL).flatMap((mail) => tokenIn(mail, 'garantia') || []);
    expect(old).toHaveLength(2);
    const guaranteeText = async (token: string) =>
      textOf(await renderPage(GuaranteePage, { token }).catch((error) => `${error}`));
    expect(await guaranteeText(old[0] ?? '')).toContain('PZ-20261-88');
    await corrected();
    await admin.deliver();
    const [mail, ...more] = mailsTo(CORRECT_EMAIL);
    expect(more).toEqual([]);
    const fresh = tokenIn(mail, 'garantia');
    expect(await guaranteeText(fresh)).toContain('PZ-2');
    for (const token of old) expect(await guaranteeText(token)).not.toContain('PZ-2');
    const receiptLink = tokenIn(mail, 'comprobante');
    expect(await receipt(receiptLink)).toContain(CORRECT_EMAIL);
    const { rows } = await getDb().client.execute('select distinct email from issued_guarantees');
    expect(rows.map(({ email }) => email)).toEqual([CORRECT_EMAIL]);
    expect((await checkRows()).problems).toEqual([]);
  });

  test('can be that of a contact message too: the old link ends and a new one is mailed', async () => {
    await sendContact({ ...contactBody, correo: WRONG_EMAIL });
    await admin.deliver();
    const { rows } = await getDb().client.execute(
      "select max(id) as id from leads where kind = 'contacto'",
    );
    const id = Number(rows[0]?.id);
    const old = mailsTo(WRONG_EMAIL).flatMap((mail) => tokenIn(mail, 'recibido') || [])[0] ?? '';
    await corrected({}, id);
    await admin.deliver();
    expect(mailsTo(CORRECT_EMAIL)).toHaveLength(1);
    const received = async (token: string) => textOf(await renderPage(ReceivedPage, { token }));
    expect(await received(old)).toContain('Estos enlaces sirven 180 días');
    expect(await received(tokenIn(mailsTo(CORRECT_EMAIL)[0], 'recibido'))).toContain(CORRECT_EMAIL);
    expect(await leadOf(id)).toMatchObject({
      email: CORRECT_EMAIL,
      answers: { correo: CORRECT_EMAIL },
    });
  });
});

test('the heading of a lead names the bounced mail to the applicant, never one to the team', async () => {
  await admin.deliver();
  await bounce(WRONG_EMAIL);
  await bounce('equipo@resguardo.cl');
  await getDb().client.execute(
    "update deliveries set arrival = 'bounced' where sent_to like 'equipo@%'",
  );
  await getDb().client.execute('delete from delivery_texts');
  await getDb().client.execute('update deliveries set id = id + 1000 where sent_to like ?', [
    'equipo@%',
  ]);
  const text = await leadPage(second().id);
  expect(text).toContain(`El correo a ${WRONG_EMAIL} no llegó.`);
  expect(text).not.toContain('El correo a equipo@resguardo.cl');
});
