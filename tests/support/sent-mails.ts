import { findMailbox } from '#lib/platform/mail/client.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';

/** Returns the mails of this world from the local mailbox, newest first. */
export async function listMails() {
  const heads = (await findMailbox()?.listMessages({ limit: 500 })) ?? [];
  const mails = await Promise.all(heads.map(({ id }) => findMailbox()?.findMessage(id)));
  return mails.flatMap((mail) => mail ?? []);
}

/** Returns the mail that went out last. */
export const lastMail = async () => (await listMails())[0];

/** Sends all due deliveries and returns every mail of this world, newest first. */
export async function deliverMails() {
  await deliverDue();
  return listMails();
}
