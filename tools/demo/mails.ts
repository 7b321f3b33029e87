import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { mailEvent, sendMailEvent } from '#tests/support/providers/resend-events.ts';

/** Signs what Resend would report of the demo's mails. */
export const mailSecret = `whsec_${Buffer.from('demo-secret-of-resend').toString('base64')}`;

const arrived = { to: 'carla@obras.cl', emailId: 'demo-arrived' };
const bounced = { to: 'ivan@montajes.cl', emailId: 'demo-bounced' };
const refused = 'sofia@servicios.cl';

/**
 * Pretends, while the app is stopped, that Resend and not the mailbox took two mails, and that it
 * refused another one permanently.
 */
export async function pretendResend(dataDir: string): Promise<void> {
  const db = createClient({ url: `file:${join(dataDir, 'resguardo.db')}` });
  const taken = "update deliveries set provider_id = ? where sent_to = ? and state = 'sent'";
  await db.batch([
    ...[arrived, bounced].map(({ to, emailId }) => ({ sql: taken, args: [emailId, to] })),
    {
      sql: `update deliveries set state = 'dead', last_error = 'validation_error 422'
        where sent_to = ? and state = 'sent'`,
      args: [refused],
    },
  ]);
  db.close();
}

/** Reports, as Resend does, that one mail arrived and another one bounced. */
export async function reportMails(url: string): Promise<void> {
  const events = [
    mailEvent({ kind: 'delivered', ...arrived }),
    mailEvent({ kind: 'bounced', ...bounced }),
  ];
  for (const event of events) {
    const response = await sendMailEvent(event, {
      url: `${url}/api/webhooks/mail`,
      secret: mailSecret,
    });
    if (!response.ok) throw new Error(`mail webhook: ${response.status}`);
  }
}
