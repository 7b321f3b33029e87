import { endText } from '#components/issued/end-text.ts';
import { StandingTag } from '#components/issued/standing-tag.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import type { GuaranteeType } from '#lib/domain/guarantees/schema.ts';
import type { Dated } from '#lib/domain/issued/rules.ts';
import type { Side } from '#lib/domain/issued/schema.ts';
import { formatAmount, requestNumber } from '#lib/platform/format.ts';

export type ListedGuarantee = Dated & {
  number: number;
  type: GuaranteeType;
  issuerName: string;
  beneficiaryName: string;
  amount: string;
  currency: 'pesos' | 'UF' | 'USD';
  claimed: string | null;
  recordedBy: Side;
};

type Props = { guarantees: readonly (ListedGuarantee & { href: string })[]; now: number };

export function IssuedList({ guarantees, now }: Props) {
  return (
    <ul className="border-t border-line">
      {guarantees.map((guarantee) => {
        const { number, type, issuerName, beneficiaryName, amount, currency } = guarantee;
        return (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-4 last:border-b-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold wrap-anywhere">
                <a href={guarantee.href}>
                  {guaranteeTypeCopy[type].label}, {requestNumber(number)}
                </a>
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {issuerName} para {beneficiaryName}
                {guarantee.recordedBy === 'company' && ' · registrada por ti'}
              </p>
            </div>
            <div>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold tabular-nums">{formatAmount(amount, currency)}</span>
                <StandingTag record={guarantee} now={now} />
              </p>
              <p className="text-sm text-ink-soft">
                <DatedText text={endText(guarantee, now)} />
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
