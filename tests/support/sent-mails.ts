import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { findMailbox } from '#lib/platform/mail/open.ts';

/** Sends what is due; every mail of this world, the newest first. */
export async function sentMails() {
  await createWorker({ handlers: deliveryHandlers }).drain();
  const heads = (await findMailbox()?.listMessages({ limit: 500 })) ?? [];
  const mails = await Promise.all(heads.map(({ id }) => findMailbox()?.findMessage(id)));
  return mails.flatMap((mail) => mail ?? []);
}
