import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { isReturned } from '#lib/domain/deliveries/arrival-rules.ts';
import { deliveryName, deliveryReasonText, reasonText } from '#lib/domain/deliveries/copy.ts';
import { leadIssuedPartition, leadMailPartition } from '#lib/domain/requests/leads/rules.ts';

/**
 * Shows the mail to the applicant that bounced or could not be sent, until the team has reached the
 * person in another way or corrected the e-mail.
 */
export function UndeliveredMail({ lead, list }: Pick<LeadPartProps, 'lead' | 'list'>) {
  if (lead.lastAct !== 'undelivered') return null;
  const partitions = [leadMailPartition(lead.id), leadIssuedPartition(lead.id)];
  const failedMail = lead.deliveries.find(
    (mail) =>
      partitions.includes(mail.partition) &&
      (mail.sentTo ?? lead.email) === lead.email &&
      (mail.state === 'dead' || isReturned(mail)),
  );
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
          variant="secondary"
          href={`/admin/leads/${lead.id}/correo${fromList(list)}`}
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
