import { TenderChoice } from '#components/marketplace/tender-choice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { tenderTypeName } from '#lib/domain/law/copy.ts';
import type { TenderListItem as TenderFound } from '#lib/domain/marketplace/schema.ts';
import { closingText, estimatedAmountText, publicPageOf } from '#lib/domain/marketplace/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { nameFromCapitals, titleFromCapitals } from '#lib/platform/chile/names.ts';
import { DAY } from '#lib/platform/process/durations.ts';

type Props = {
  tender: TenderFound;
  /** Id of the draft for which a tender is chosen. */
  draft: string | undefined;
  now: number;
};

/**
 * A tender in a list. Most facts may be missing, because Mercado Público's daily lists have few
 * fields.
 */
export function TenderCard({ tender, draft, now }: Props) {
  const { code, name, type, buyerName, unitName, region, closesAt } = tender;
  const amount = estimatedAmountText(tender);
  const typeName = tenderTypeName(type);
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Tag tone={closesAt - now < 2 * DAY ? 'warning' : 'info'}>{closingText(closesAt, now)}</Tag>
        <span className="text-ink-soft">{formatDateTime(closesAt)}</span>
      </p>
      <h3 className="mt-3 font-semibold break-words">{titleFromCapitals(name)}</h3>
      <p className="text-sm text-ink-soft">{code}</p>
      <div className="mt-2 grid gap-1 text-sm break-words">
        {buyerName && (
          <p>{[buyerName, unitName ?? ''].filter(Boolean).map(nameFromCapitals).join(', ')}</p>
        )}
        {region && <p className="text-ink-soft">{region}</p>}
        {typeName && <p className="text-ink-soft">{typeName}</p>}
        {amount && (
          <p>
            <span className="text-ink-soft">Monto estimado</span>{' '}
            <span className="font-semibold">{amount}</span>
          </p>
        )}
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-x-6 gap-y-2 pt-4">
        <TenderChoice {...{ code, draft }} />
        <a
          href={publicPageOf(code)}
          target="_blank"
          rel="noopener"
          className="inline-block py-2 text-sm"
        >
          Ver ficha<VisuallyHidden> de {code} en Mercado Público</VisuallyHidden>
        </a>
      </div>
    </li>
  );
}
