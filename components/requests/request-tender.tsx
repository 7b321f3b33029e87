import { LawRemarks } from '#components/marketplace/law-remarks.tsx';
import { Section } from '#components/ui/section.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { publicPageOf } from '#lib/domain/marketplace/view.ts';
import type { TenderStatus } from '#lib/domain/tenders/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { titleFromCapitals } from '#lib/platform/chile/names.ts';

type Props = { status: TenderStatus | null; compact?: boolean };

export function RequestTender({ status, compact }: Props) {
  if (!status) return null;
  const { code, name, state, closesAt, isClosed, silentSince, remarks } = status;
  return (
    <Section
      title="Cómo va la licitación"
      aside={state && <Tag tone="info">{state}</Tag>}
      compact={compact}
    >
      {name && <p className="font-semibold wrap-anywhere">{titleFromCapitals(name)}</p>}
      <p>
        <a href={publicPageOf(code)} target="_blank" rel="noopener" className="inline-block py-1">
          Ver <span className="whitespace-nowrap">{code}</span> en Mercado Público
        </a>
      </p>
      {closesAt !== null && (
        <p>
          {isClosed ? 'Cerró' : 'Cierra'} el{' '}
          <span className="whitespace-nowrap">{formatDateTime(closesAt)}</span>
        </p>
      )}
      {silentSince !== null && (
        <p className="text-sm text-ink-soft">
          Sin datos de Mercado Público desde el{' '}
          <span className="whitespace-nowrap">{formatDateTime(silentSince)}</span>.
        </p>
      )}
      <LawRemarks remarks={remarks} />
    </Section>
  );
}
