import { Card } from '#components/ui/card.tsx';
import type { TeamFigures } from '#lib/domain/requests/team/view.ts';

const titles = { chilecompra: 'Formulario, licitaciones', privados: 'Formulario, privados' };

/** Shows the visits of each page of the wizard and their share of the visits of the page before. */
export function Funnels({ funnels }: Pick<TeamFigures, 'funnels'>) {
  const openedFunnels = funnels.filter(({ pages }) => pages.some(({ total }) => total > 0));
  return openedFunnels.map(({ variant, pages }) => (
    <Card key={variant} title={titles[variant]} compact>
      <ol className="grid gap-1.5 text-sm">
        {pages.map(({ label, total }, index) => (
          <FunnelPage
            key={label}
            {...{ label, total }}
            previousTotal={pages[index - 1]?.total ?? 0}
            width={(100 * total) / Math.max(1, ...pages.map(({ total }) => total))}
          />
        ))}
      </ol>
      <p className="mt-3 text-sm text-ink-soft">
        Veces que se abrió cada página, y qué parte de quienes vieron la anterior siguió hasta ella.
      </p>
    </Card>
  ));
}

type FunnelPageProps = { label: string; total: number; previousTotal: number; width: number };

function FunnelPage({ label, total, previousTotal, width }: FunnelPageProps) {
  return (
    <li className="flex items-center gap-3">
      <span className="min-w-0 flex-1">{label}</span>
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="hidden h-2 w-36 lg:block"
      >
        <rect width="100" height="8" className="fill-line" />
        <rect width={width} height="8" className="fill-brand" />
      </svg>
      <span className="w-32 shrink-0 text-right font-semibold tabular-nums">
        {total}
        {total <= previousTotal && previousTotal > 0 && (
          <span className="font-normal text-ink-soft">
            {' '}
            · {Math.round((100 * total) / previousTotal)} % siguió
          </span>
        )}
      </span>
    </li>
  );
}
