import { findFailedMail } from '#components/admin/lead/failed-mail.ts';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { isReturned } from '#lib/domain/deliveries/arrival-rules.ts';
import { deliveryName, deliveryReasonText, reasonText } from '#lib/domain/deliveries/copy.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

type Props = Pick<LeadPartProps, 'lead' | 'list'>;

/**
 * Shows the mail to the applicant that bounced or could not be sent, until the team has reached the
 * person in another way or corrected the e-mail. The correction is the primary act if there is no
 * phone to call.
 */
export function UndeliveredMail({ lead, list }: Props) {
  if (lead.lastAct !== 'undelivered') return null;
  const failedMail = findFailedMail(lead);
  const returnReason = failedMail && isReturned(failedMail) && deliveryReasonText(failedMail);
  return (
    <div className="mt-3 text-sm">
      <p className="font-semibold wrap-anywhere text-danger">
        {returnReason ? (
          <>
            El correo a {lead.email} no llegó. {returnReason}.{' '}
            {lead.phone ? 'Llama y confirma su correo.' : 'Busca otra forma de avisarle.'}
          </>
        ) : (
          <>
            No le llegó:{' '}
            {failedMail ? deliveryName(failedMail.kind).toLowerCase() : 'nuestro correo'}
            {failedMail?.lastError && ` (${reasonText(failedMail.lastError)})`}.
          </>
        )}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-4">
        <LinkButton
          compact
          variant={lead.phone ? 'secondary' : 'primary'}
          href={correctionHref({ lead, list })}
        >
          Corregir el correo
        </LinkButton>
        <a href="#envios" className="inline-block py-1.5">
          Ver el envío
        </a>
      </p>
    </div>
  );
}

/** Warns in a form that mails the applicant that the mail will probably not arrive. */
export function UndeliveredWarning({ lead, list }: Props) {
  if (lead.lastAct !== 'undelivered') return null;
  return (
    <p className="mb-3 text-sm wrap-anywhere text-danger">
      <strong>Este correo puede no llegar:</strong> el anterior a {lead.email} no llegó.{' '}
      <a href={correctionHref({ lead, list })} className="inline-block py-1">
        Corregir el correo
      </a>
    </p>
  );
}

/** Shows the likely e-mail if the typed one has a slip, such as `gmial.com`. */
export function LikelyTypo({ lead, list }: Props) {
  const suggestion = lead.erasedAt === null ? suggestEmail(lead.email) : null;
  if (!suggestion) return null;
  return (
    <p className="mt-3 text-sm wrap-anywhere text-warning">
      Escribió {lead.email}: puede ser {suggestion}.{' '}
      <a href={correctionHref({ lead, list })} className="inline-block py-1">
        Corregir el correo
      </a>
    </p>
  );
}

function correctionHref({ lead, list }: Props): string {
  return `/admin/leads/${lead.id}/correo${fromList(list)}`;
}
