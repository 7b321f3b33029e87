import { findMailbox } from '#lib/platform/mail/open.ts';
import { deliver } from '#tests/support/deliver.ts';

/** Every mail that went out in this world, the newest first, as the local mailbox has it. */
export async function mailsSoFar() {
  const heads = (await findMailbox()?.listMessages({ limit: 500 })) ?? [];
  const mails = await Promise.all(heads.map(({ id }) => findMailbox()?.findMessage(id)));
  return mails.flatMap((mail) => mail ?? []);
}

/** The mail that went out last. */
export const lastMail = async () => (await mailsSoFar())[0];

/** Sends what is due; every mail of this world, the newest first. */
export async function sentMails() {
  await deliver();
  return mailsSoFar();
}
