import { YearStrip } from '#components/issued-guarantees/year-strip.tsx';
import { Card } from '#components/ui/card.tsx';
import { type IssuedDetail, totalsOf } from '#lib/domain/issued-guarantees/view.ts';
import { formatCount, isoDay } from '#lib/platform/chile/format.ts';

export function GuaranteeOverview({ alive, now }: { alive: readonly IssuedDetail[]; now: number }) {
  const begunGuarantees = alive.filter(({ validFrom }) => validFrom <= isoDay(now));
  const aheadCount = alive.length - begunGuarantees.length;
  // An extended guarantee is left out, because the one that replaces it is listed.
  const endingGuarantees = alive.filter(({ reported }) => reported !== 'prorrogada');
  const totals = totalsOf(begunGuarantees);
  return (
    <div className="mb-6 grid gap-5 lg:grid-cols-[1fr_2fr]">
      <Card title="Monto vigente">
        <ul>
          {totals.map((total) => (
            <li key={total} className="text-xl font-semibold wrap-anywhere">
              {total}
            </li>
          ))}
        </ul>
        <p className="mt-2 text-sm text-ink-soft">
          {begunGuarantees.length === 0
            ? 'Ninguna rige hoy.'
            : `En ${formatCount(begunGuarantees.length, 'garantía', 'garantías')}.${totals.length > 1 ? ' Cada moneda por separado.' : ''}`}
          {aheadCount > 0 &&
            ` Otra${aheadCount === 1 ? ' empieza' : `s ${aheadCount} empiezan`} más adelante.`}
        </p>
      </Card>
      <Card title="Lo que termina en los próximos 12 meses">
        <YearStrip ends={endingGuarantees} today={isoDay(now)} />
      </Card>
    </div>
  );
}
