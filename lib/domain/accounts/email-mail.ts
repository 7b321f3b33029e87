import { eq } from 'drizzle-orm';
import { type BrowserSighting, browserDetails } from '#lib/domain/accounts/access-mail.ts';
import type { EmailChange } from '#lib/domain/accounts/reads/email-changes.ts';
import { undoEmailUrl } from '#lib/domain/accounts/view.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { retentionText } from '#lib/domain/privacy/rules.ts';
import { formatDateTime, maskedEmail } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { emailChanges } from '#lib/platform/db/schema/accounts.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  smallBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

/**
 * Notices of a changed e-mail go to the e-mail that the account no longer uses. Payloads hold the
 * id of the change, because its row has both e-mails.
 */
export const emailChangeHandlers = {
  'account.email-changed-mail': async ({ changeId, ...sighting }, { idempotencyKey, now }) => {
    const change = await findChange(changeId);
    if (!change || change.endsAt <= now) return skip('link_over');
    const { previous: previousEmail, email, undoneAt } = change;
    const content = undoneAt ? restoredMail(sighting.at) : changedMail(change, sighting);
    await getMail().send({ ...content, to: undoneAt ? email : previousEmail, idempotencyKey });
  },
} satisfies DeliveryHandlers;

async function findChange(id: number): Promise<EmailChange | null> {
  const [row] = await getDb().read.select().from(emailChanges).where(eq(emailChanges.id, id));
  return row ?? null;
}

function changedMail({ id, email }: EmailChange, sighting: BrowserSighting): MailContent {
  const url = undoEmailUrl(id);
  const title = 'Cambió el correo de tu cuenta';
  const intro = `Tu cuenta ahora usa ${maskedEmail(email)}. Con esta dirección ya no se ingresa.`;
  const footer = `Este aviso se envía a la dirección anterior cuando una cuenta de ${brand.name} cambia de correo.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(intro),
    browserDetails(sighting),
    paragraph('Si fuiste tú, no tienes que hacer nada. Si no, deshaz el cambio con este botón.'),
    button('Deshacer el cambio', url),
    smallBlock(`Sirve ${retentionText('formerEmail')} y se usa una sola vez.`),
    urlAsText(url),
  ]);
}

function restoredMail(at: number): MailContent {
  const title = 'Se deshizo el cambio de correo';
  const intro = 'La cuenta que usaba esta dirección volvió a su correo anterior.';
  const footer = `Este aviso se envía cuando se deshace el cambio de correo de una cuenta de ${brand.name}.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(`${intro} Fue el ${formatDateTime(at)}, hora de Chile.`),
    paragraph('Cerramos todas sus sesiones. Con esta dirección ya no se ingresa a esa cuenta.'),
  ]);
}

/**
 * Tells the owner of a mailbox that somebody wanted to use it for another account. It is sent in
 * place of the code.
 */
export function takenMail(): MailContent {
  const title = 'Este correo ya es de otra cuenta';
  const intro = `Alguien quiso poner este correo en su cuenta de ${brand.name}. No se puede, porque ya es de otra cuenta.`;
  const footer =
    'Si fuiste tú, ingresa con esa cuenta o elige otro correo. Si no, ignora este aviso: nada cambió.';
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(intro),
  ]);
}
