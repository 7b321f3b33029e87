import { leadKindCopy } from '#lib/domain/leads/copy.ts';
import type { LeadKind } from '#lib/domain/leads/schema.ts';

type Props = {
  /** By kind, and mine; figures above `most` are not exact. */
  counts: Record<LeadKind | 'mine', number>;
  most: number;
};

export function UnhandledCounts({ counts, most }: Props) {
  const kinds: readonly LeadKind[] = ['garantia', 'asesor', 'experto', 'contacto'];
  const entries = [
    ...kinds.map((kind) => ({
      key: kind,
      label: leadKindCopy[kind],
      total: counts[kind],
      query: `kind=${kind}&handled=no`,
    })),
    { key: 'mine', label: 'Mías', total: counts.mine, query: 'assigned=me&handled=no' },
  ];
  return (
    <section aria-labelledby="por-atender" className="mb-6">
      <h2 id="por-atender" className="text-sm font-semibold text-ink-soft">
        Por atender
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {entries.map(({ key, label, total, query }) => (
          <li key={key}>
            <a
              href={`/admin?${query}`}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-ink no-underline hover:border-brand"
            >
              {label}{' '}
              <span className="font-semibold tabular-nums">
                {total > most ? `más de ${most}` : total}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
