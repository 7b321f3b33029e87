import { StandingTag } from '#components/issued/standing-tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import type { Currency, GuaranteeType } from '#lib/domain/guarantees/schema.ts';
import { findTemplate, withEnding } from '#lib/domain/inbox/copy.ts';
import { type Dated, daysUntil } from '#lib/domain/issued/rules.ts';
import { formatAmount, formatDate, isoDay } from '#lib/platform/format.ts';

export type ListedGuarantee = Dated & {
  id: string;
  number: number;
  type: GuaranteeType;
  issuerName: string;
  issuerNumber: string;
  holderName: string;
  beneficiaryName: string;
  amount: string;
  currency: Currency;
  claimed: string | null;
  email: string;
  leadId: number | null;
};

type Props = {
  rows: readonly ListedGuarantee[];
  now: number;
  /** A working list: how many days are left, and the way to offer another. */
  renews?: boolean;
};

export function IssuedList({ rows, now, renews = false }: Props) {
  return (
    <ul className="border-t border-line">
      {rows.map((row) => (
        <li
          key={row.number}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <a href={`/admin/garantias/${row.id}`} className="inline-block py-1 font-semibold">
                Garantía N.º {row.number}
              </a>
              <StandingTag record={row} now={now} />
              {renews && <span className="text-sm tabular-nums">{leftText(row, now)}</span>}
            </p>
            <p className="wrap-anywhere">
              {row.holderName} · {guaranteeTypeCopy[row.type].short} para {row.beneficiaryName}
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">
              {formatAmount(row.amount, row.currency)} · {row.issuerName}, {row.issuerNumber} ·
              hasta el {formatDate(row.validTo)}
            </p>
          </div>
          {renews && (
            <a href={renewalHref(row)} className="inline-block py-2">
              Renovar<VisuallyHidden> la Garantía N.º {row.number}</VisuallyHidden>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function leftText({ validTo }: Dated, now: number): string {
  const days = daysUntil(validTo, isoDay(now));
  if (days === 0) return 'termina hoy';
  return days === 1 ? 'termina mañana' : `termina en ${days} días`;
}

/** To the reply of its request, begun; of what a company recorded itself, to a mail. */
function renewalHref({ leadId, email, ...row }: ListedGuarantee): string {
  const template = 'prorroga';
  if (leadId !== null) {
    return `/admin/leads/${leadId}?plantilla=${template}&garantia=${row.number}#responder`;
  }
  const body = withEnding(findTemplate(template)?.text ?? '', row);
  const mail = { subject: `Prórroga de tu garantía N.º ${row.number}`, body };
  const query = Object.entries(mail).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}
