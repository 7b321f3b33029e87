import { findMailbox } from '#lib/platform/mail/client.ts';
import { deliver } from '#tests/support/deliver.ts';

/** Returns the mails of this world from the local mailbox, newest first. */
export async function mailsSoFar() {
  const heads = (await findMailbox()?.listMessages({ limit: 500 })) ?? [];
  const mails = await Promise.all(heads.map(({ id }) => findMailbox()?.findMessage(id)));
  return mails.flatMap((mail) => mail ?? []);
}

/** Returns the mail that went out last. */
export const lastMail = async () => (await mailsSoFar())[0];

/** Sends all due deliveries and returns every mail of this world, newest first. */
export async function sentMails() {
  await deliver();
  return mailsSoFar();
}
