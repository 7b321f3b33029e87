import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { inboxViews } from '#lib/domain/inbox/rules.ts';
import { workingTime } from '#lib/domain/inbox/view.ts';
import { leadKindCopy, requestStateCopy } from '#lib/domain/leads/copy.ts';
import type { LeadKind } from '#lib/domain/leads/schema.ts';
import { formatDate } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

type Week = {
  monday: string;
  counts: readonly { kind: LeadKind; state: RequestState; total: number }[];
};
/** The hours count a request until it moves, handled or not. */
const stateLabels = { ...requestStateCopy, recibida: 'Por atender o atendida' };

type Series = { label: string; totals: number[] };

type Props = {
  weeks: readonly Week[];
  /** Working time until the first answer, ms, and how many still wait longer than a working day. */
  pace: { median: number | null; late: number };
  /** How many came to each page of the wizard, in its order. */
  pages: readonly { label: string; total: number }[];
};

export function WeekCharts({ weeks, pace, pages }: Props) {
  const kinds = Object.entries(leadKindCopy).map(([kind, label]) => ({
    label,
    totals: totalsOf(weeks, (count) => count.kind === kind),
  }));
  const states = Object.entries(stateLabels).map(([state, label]) => ({
    label,
    totals: totalsOf(weeks, (count) => count.kind === 'garantia' && count.state === state),
  }));
  const issued = states.find(({ label }) => label === stateLabels.emitida);
  return (
    <section aria-labelledby="por-semana" className="mt-12">
      <h2 id="por-semana" className="text-xl">
        Las últimas {weeks.length} semanas
      </h2>
      <dl className="mt-4 grid gap-x-5 gap-y-3 sm:grid-cols-3">
        <Figure
          label="Primera respuesta"
          value={pace.median === null ? '—' : workingTime(pace.median)}
        >
          La mitad espera menos, de lunes a viernes de 9 a 18 h.
        </Figure>
        <Figure label="Esperan más de un día hábil" value={`${pace.late}`}>
          <a href={`/admin?${new URLSearchParams(inboxViews.todo)}`}>Ver las que más esperan</a>
        </Figure>
        <Figure label="Garantías emitidas" value={percentOf(issued, states)}>
          De las solicitudes que llegaron en estas semanas.
        </Figure>
      </dl>
      <div className="mt-4 grid items-start gap-5 lg:grid-cols-2">
        <Group title="Lo que llegó, por tipo" weeks={weeks} series={kinds} />
        <Group
          title="Solicitudes de garantía, por su estado de hoy"
          weeks={weeks}
          series={states}
        />
      </div>
      <div className="mt-5">
        <Funnel pages={pages} />
      </div>
    </section>
  );
}

type FigureProps = { label: string; value: string; children: ReactNode };

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
      <dd className="mt-1 text-sm text-ink-soft">{children}</dd>
    </div>
  );
}

function percentOf(part: Series | undefined, all: readonly Series[]): string {
  const sum = all.flatMap(({ totals }) => totals).reduce(plus, 0);
  return sum === 0 ? '—' : `${Math.round((100 * (part?.totals.reduce(plus, 0) ?? 0)) / sum)} %`;
}

const plus = (a: number, b: number) => a + b;

function totalsOf(
  weeks: readonly Week[],
  matches: (count: Week['counts'][number]) => boolean,
): number[] {
  return weeks.map(({ counts }) =>
    counts.filter(matches).reduce((sum, { total }) => sum + total, 0),
  );
}

type GroupProps = { title: string; weeks: readonly Week[]; series: Series[] };

function Group({ title, weeks, series }: GroupProps) {
  const most = Math.max(1, ...series.flatMap(({ totals }) => totals));
  return (
    <Card title={title}>
      <ul className="grid gap-3">
        {series.map(({ label, totals }) => (
          <li key={label} className="grid grid-cols-[6.5rem_1fr_3.5rem] items-end gap-3">
            <span className="text-sm">{label}</span>
            <Bars totals={totals} most={most} />
            <span className="text-right text-sm font-semibold tabular-nums">
              {totals.reduce(plus, 0)}
              <span className="sr-only"> en total</span>
            </span>
          </li>
        ))}
      </ul>
      <details className="mt-4">
        <summary className="w-fit cursor-pointer py-1.5 text-sm text-brand underline underline-offset-4">
          Ver las cifras<span className="sr-only"> de {title.toLowerCase()}</span>
        </summary>
        <Figures weeks={weeks} series={series} />
      </details>
    </Card>
  );
}

function Funnel({ pages }: Pick<Props, 'pages'>) {
  const most = Math.max(1, ...pages.map(({ total }) => total));
  return (
    <Card title="Hasta dónde llegan en el formulario">
      <ol className="grid gap-2">
        {pages.map(({ label, total }) => (
          <li
            key={label}
            className="grid grid-cols-[1fr_4rem_3rem] items-center gap-3 text-sm sm:grid-cols-[24rem_1fr_3.5rem]"
          >
            <span>{label}</span>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-2 w-full"
            >
              <rect width="100" height="8" className="fill-line" />
              <rect width={(100 * total) / most} height="8" className="fill-brand" />
            </svg>
            <span className="text-right font-semibold tabular-nums">{total}</span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm text-ink-soft">
        Veces que se abrió cada página sin responder, sin saber quién.
      </p>
    </Card>
  );
}

const STEP = 20;
const HEIGHT = 40;

/** The table below says the same. */
function Bars({ totals, most }: { totals: number[]; most: number }) {
  return (
    <svg
      viewBox={`0 0 ${totals.length * STEP} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-10 w-full fill-brand"
    >
      {totals.map((total, i) => {
        const height = total === 0 ? 0 : Math.max(2, (total / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is its place
            key={i}
            x={i * STEP + 2}
            y={HEIGHT - height}
            width={STEP - 4}
            height={height}
          />
        );
      })}
      <rect x="0" y={HEIGHT} width={totals.length * STEP} height="2" className="fill-line" />
    </svg>
  );
}

function Figures({ weeks, series }: Omit<GroupProps, 'title'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section aria-label="Cifras por semana" tabIndex={0} className="mt-2 overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className="py-1.5 pr-4 font-semibold">
              Semana del
            </th>
            {series.map(({ label }) => (
              <th key={label} scope="col" className="py-1.5 pr-4 text-right font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ monday }, i) => (
            <tr key={monday} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                {formatDate(monday)}
              </th>
              {series.map(({ label, totals }) => (
                <td key={label} className="py-1.5 pr-4 text-right">
                  {totals[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
