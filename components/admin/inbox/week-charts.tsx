import type { ReactNode } from 'react';
import { Funnels } from '#components/admin/inbox/funnels.tsx';
import { Card } from '#components/ui/card.tsx';
import { leadKindCopy } from '#lib/domain/requests/leads/copy.ts';
import { teamStateCopy } from '#lib/domain/requests/team/copy.ts';
import { type TeamFigures, workingTimeText } from '#lib/domain/requests/team/view.ts';
import { formatCount, formatDate } from '#lib/platform/chile/format.ts';

type Week = TeamFigures['weeks'][number];
/** A series of figures. `format` formats one, and `totalText` is shown in place of their sum. */
type Series = {
  label: string;
  totals: (number | null)[];
  format?: (total: number) => string;
  totalText?: string;
};

export function WeekCharts({ weeks, pace, funnels }: TeamFigures) {
  const kindSeries = Object.entries(leadKindCopy).map(([kind, label]) => ({
    label,
    totals: totalsOf(weeks, (count) => count.kind === kind),
  }));
  const stateSeries = Object.entries(teamStateCopy).map(([state, label]) => ({
    label,
    totals: totalsOf(weeks, (count) => count.kind === 'garantia' && count.state === state),
  }));
  const figures = {
    pace: pace.median === null ? '—' : workingTimeText(pace.median),
    issued: issuedText(weeks),
  };
  const outcomeSeries: Series[] = [
    {
      label: 'Primera respuesta',
      totals: pace.byWeek,
      format: workingTimeText,
      totalText: figures.pace,
    },
    {
      label: 'Emitidas',
      totals: weeks.map((week) => issuedShare([week])),
      format: percentOf,
      totalText: figures.issued,
    },
  ];
  return (
    <section aria-labelledby="por-semana" className="mt-12">
      <h2 id="por-semana" className="text-xl">
        Las últimas {weeks.length} semanas
      </h2>
      <dl className="mt-4 grid gap-x-5 gap-y-3 sm:grid-cols-3">
        <Figure label="Primera respuesta" value={figures.pace}>
          La mitad espera menos, de lunes a viernes de 9 a 18 h.
        </Figure>
        <Figure
          label="Esperan más de un día hábil"
          value={pace.late > MAX_SHOWN ? `${MAX_SHOWN}+` : `${pace.late}`}
        >
          {pace.late === 0 ? (
            'Ninguna espera tanto.'
          ) : (
            <a href={`/admin?${new URLSearchParams(lateFilter)}`}>Ver solo esas</a>
          )}
        </Figure>
        <Figure label="Garantías emitidas" value={figures.issued}>
          De las solicitudes de hace más de dos semanas.
        </Figure>
      </dl>
      <div className="mt-4 grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <Group title="Respuesta y emisión" weeks={weeks} series={outcomeSeries} hasOwnScale />
        <Group title="Lo que llegó, por tipo" weeks={weeks} series={kindSeries} />
        <Group
          title="Solicitudes de garantía, por su estado de hoy"
          weeks={weeks}
          series={stateSeries}
        />
        <Funnels funnels={funnels} />
      </div>
    </section>
  );
}

const MAX_SHOWN = 999;
const lateFilter = { status: 'atrasadas', sort: 'oldest' };

/**
 * Returns the share of requests that were issued. Only weeks that are old enough count. Returns
 * null if there are none.
 */
function issuedShare(weeks: readonly Week[]): number | null {
  const requestCounts = weeks
    .filter(({ isOld }) => isOld)
    .flatMap(({ counts }) => counts.filter(({ kind }) => kind === 'garantia'));
  const issuedCounts = requestCounts.filter(({ state }) => state === 'emitida');
  const subtotal = sumOf(requestCounts.map(({ total }) => total));
  return subtotal === 0 ? null : sumOf(issuedCounts.map(({ total }) => total)) / subtotal;
}

/** Returns the share or, while all requests are too new for one, how many were issued. */
function issuedText(weeks: readonly Week[]): string {
  const share = issuedShare(weeks);
  const count = sumOf(
    totalsOf(weeks, ({ kind, state }) => kind === 'garantia' && state === 'emitida'),
  );
  return share === null && count > 0 ? formatCount(count, 'emitida', 'emitidas') : percentOf(share);
}

function percentOf(share: number | null): string {
  return share === null ? '—' : `${Math.round(100 * share)} %`;
}

const sumOf = (totals: readonly (number | null)[]) =>
  totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);

type FigureProps = { label: string; value: string; children: ReactNode };

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 text-xl font-semibold">{value}</dd>
      <dd className="mt-1 text-sm text-ink-soft">{children}</dd>
    </div>
  );
}

function totalsOf(
  weeks: readonly Week[],
  matches: (count: Week['counts'][number]) => boolean,
): number[] {
  return weeks.map(({ counts }) => sumOf(counts.filter(matches).map(({ total }) => total)));
}

/** `hasOwnScale` scales each series to its own maximum. */
type GroupProps = {
  title: string;
  weeks: readonly Week[];
  series: Series[];
  hasOwnScale?: boolean;
};

function Group({ title, weeks, series, hasOwnScale }: GroupProps) {
  const maxTotalOf = (group: readonly Series[]) =>
    Math.max(...group.flatMap(({ totals }) => totals.map((total) => total ?? 0))) || 1;
  return (
    <Card title={title} compact>
      <ul className="grid gap-3">
        {series.map((line) => (
          <li key={line.label} className="flex items-end gap-3">
            <span className="w-24 shrink-0 text-sm">{line.label}</span>
            <div className="min-w-0 flex-1">
              <Bars totals={line.totals} maxCount={maxTotalOf(hasOwnScale ? [line] : series)} />
            </div>
            <span
              className={`${hasOwnScale ? 'w-36' : 'w-24'} shrink-0 text-right text-sm font-semibold tabular-nums`}
            >
              {line.totalText ?? sumOf(line.totals)}
              <span className="sr-only"> en total</span>
            </span>
          </li>
        ))}
      </ul>
      <div
        aria-hidden="true"
        className={`mt-1 flex justify-between gap-x-4 pl-27 text-xs text-ink-soft ${hasOwnScale ? 'pr-39' : 'pr-27'}`}
      >
        <span>{formatDate(weeks.at(0)?.monday ?? '').slice(0, 5)}</span>
        <span>{formatDate(weeks.at(-1)?.monday ?? '').slice(0, 5)}</span>
      </div>
      <details className="mt-3">
        <summary className="w-fit py-1.5 text-sm">
          Ver las cifras<span className="sr-only"> de {title.toLowerCase()}</span>
        </summary>
        <Figures weeks={weeks} series={series} />
      </details>
    </Card>
  );
}

const BAR_STEP = 20;
const BAR_HEIGHT = 40;

/** The bars are hidden from screen readers, because a table below has the same figures. */
function Bars({ totals, maxCount }: { totals: (number | null)[]; maxCount: number }) {
  return (
    <svg
      viewBox={`0 0 ${totals.length * BAR_STEP} ${BAR_HEIGHT + 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-10 w-full fill-brand"
    >
      {totals.map((total, index) => {
        const height =
          total === null || total === 0 ? 0 : Math.max(2, (total / maxCount) * BAR_HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is its place
            key={index}
            x={index * BAR_STEP + 2}
            y={BAR_HEIGHT - height}
            width={BAR_STEP - 4}
            height={height}
          />
        );
      })}
      <rect
        x="0"
        y={BAR_HEIGHT}
        width={totals.length * BAR_STEP}
        height="2"
        className="fill-line"
      />
    </svg>
  );
}

function Figures({ weeks, series }: Pick<GroupProps, 'weeks' | 'series'>) {
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
          {weeks.map(({ monday }, index) => (
            <tr key={monday} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                {formatDate(monday)}
              </th>
              {series.map(({ label, totals, format = String }) => (
                <td key={label} className="py-1.5 pr-4 text-right">
                  {totals[index] === null ? '—' : format(totals[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
