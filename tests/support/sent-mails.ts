import { findMailbox } from '#lib/platform/mail/open.ts';
import { deliver } from '#tests/support/deliver.ts';

/** Sends what is due; every mail of this world, the newest first. */
export async function sentMails() {
  await deliver();
  const heads = (await findMailbox()?.listMessages({ limit: 500 })) ?? [];
  const mails = await Promise.all(heads.map(({ id }) => findMailbox()?.findMessage(id)));
  return mails.flatMap((mail) => mail ?? []);
}
