import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import type { Extension, IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { fillEnding, findTemplate } from '#lib/domain/requests/team/template-copy.ts';
import { formatDay, isoDay } from '#lib/platform/chile/format.ts';

type Props = {
  record: IssuedDetail;
  extension: Extension | undefined;
  now: number;
  compact?: boolean;
};

/**
 * Links to the reply form with the template of an extension or, if the e-mail has no lead, to a
 * `mailto:`. It also shows when an extension was requested or offered. The compact link then leads
 * to the request for that extension.
 */
export function OfferExtensionLink({ record, extension, now, compact }: Props) {
  if (!mayReportNext('prorrogada', record) || record.validTo < isoDay(now)) return null;
  const {
    requestLeadId: requestLead,
    requestSubmissionId: requestedIn,
    requestedAt,
    offeredAt,
    contactId,
  } = extension ?? {};
  const offerLink = (
    <a
      href={hrefOf(record, record.leadId ?? contactId)}
      className={compact ? 'relative z-1' : 'inline-block py-2'}
    >
      Ofrecer prórroga<VisuallyHidden> de la Garantía N.º {record.number}</VisuallyHidden>
    </a>
  );
  if (compact && requestedAt) {
    return (
      <a href={`/admin/leads/${requestLead}`} className="relative z-1">
        Pedida el {formatDay(requestedAt)}
      </a>
    );
  }
  if (compact) {
    return (
      <>
        {offerLink}
        {offeredAt && <span className="text-ink-soft"> · Ofrecida el {formatDay(offeredAt)}</span>}
      </>
    );
  }
  return (
    <div>
      {requestedAt && (
        <p className="text-sm">
          La empresa pidió prórroga el {formatDay(requestedAt)}:{' '}
          <a href={`/admin/leads/${requestLead}`}>solicitud N.º {requestedIn}</a>
        </p>
      )}
      {offeredAt && <p className="text-sm">Prórroga ofrecida el {formatDay(offeredAt)}</p>}
      {offerLink}
    </div>
  );
}

function hrefOf(row: IssuedDetail, leadId: number | null | undefined): string {
  if (leadId) return `/admin/leads/${leadId}?plantilla=prorroga&garantia=${row.number}#responder`;
  const body = fillEnding(findTemplate('prorroga')?.text ?? '', row);
  const mail = { subject: `Prórroga de tu garantía N.º ${row.number}`, body };
  const query = Object.entries(mail).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(row.email)}?${query.join('&')}`;
}
