import {
  Balance,
  endText,
  GuaranteeStatusTag,
} from '#components/issued-guarantees/guarantee-status-tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatAmount, formatRequestNumber } from '#lib/platform/chile/format.ts';

export type GuaranteeRow = Omit<IssuedDetail, 'document' | 'code' | 'openings' | 'successorId'>;

type Props<R> = {
  rows: readonly R[];
  now: number;
  hrefOf: (row: R) => string;
};

export function IssuedList<R extends GuaranteeRow>({ rows, now, hrefOf }: Props<R>) {
  return (
    <ul className="border-t border-line">
      {rows.map((row) => {
        const { number, issuerName, beneficiaryName } = row;
        const { label } = guaranteeTypeCopy[row.type];
        return (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-4 last:border-b-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold wrap-anywhere">
                <a href={hrefOf(row)}>
                  {label}, {formatRequestNumber(number)}
                </a>
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {issuerName} para {beneficiaryName}
                {row.recordedBy === 'company' && ' · registrada por ti'}
              </p>
            </div>
            <div>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold">{formatAmount(row.amount, row.currency)}</span>
                <GuaranteeStatusTag record={row} now={now} />
              </p>
              <Balance record={row} />
              <p className="text-sm text-ink-soft">
                <UnbrokenText text={endText(row, now)} />
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
