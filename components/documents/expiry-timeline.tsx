import { lapseText } from '#lib/domain/alerts/copy.ts';
import type { Standing } from '#lib/domain/alerts/rules.ts';
import type { TimelineEntry } from '#lib/domain/alerts/schema.ts';

const SHOWN = 10;

/** What lapses next, as bars from today on; a table says the same to screen readers. */
export function ExpiryTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const shown = entries.slice(0, SHOWN);
  return (
    <>
      <div aria-hidden="true">
        <Axis />
        <ul>
          {shown.map((entry) => (
            <Row key={entry.id} {...entry} />
          ))}
        </ul>
      </div>
      <div className="sr-only">
        <table>
          <caption>Vencimientos, el más próximo primero</caption>
          <thead>
            <tr>
              <th scope="col">Documento</th>
              <th scope="col">Archivo</th>
              <th scope="col">Vencimiento</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, title, fileName, daysLeft, day }) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                <td>{fileName}</td>
                <td>
                  {lapseText(daysLeft)}, {day}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {entries.length > SHOWN && (
        <p className="mt-3 text-sm text-ink-soft">
          Y {entries.length - SHOWN} con fechas más lejanas.
        </p>
      )}
    </>
  );
}

/** Left of "Hoy" has expired; the right end is 90 days away or more. */
const columns = 'grid grid-cols-[10%_30%_30%_30%]';
const TODAY = 10;
const LAST_DAY = 90;

function Axis() {
  return (
    <div className="grid gap-x-4 text-xs text-ink-soft sm:grid-cols-[15rem_1fr_9rem]">
      <span className="hidden sm:block" />
      <span className={columns}>
        <span />
        <span>Hoy</span>
        <span>30 días</span>
        <span className="flex justify-between">
          60 <span>90</span>
        </span>
      </span>
    </div>
  );
}

function Row({ title, fileName, standing, daysLeft, day }: TimelineEntry) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-line py-2.5 sm:grid-cols-[15rem_1fr_9rem]">
      <span className="min-w-0 leading-tight">
        <span className="block text-sm font-semibold">{title}</span>
        <span className="block truncate text-xs text-ink-soft">{fileName}</span>
      </span>
      <span className="order-last col-span-2 sm:order-none sm:col-span-1">
        <Bar standing={standing} daysLeft={daysLeft} />
      </span>
      <span className="text-right text-sm leading-tight whitespace-nowrap tabular-nums">
        <span className="block font-semibold">{lapseText(daysLeft)}</span>
        <span className="block text-xs text-ink-soft">{day}</span>
      </span>
    </li>
  );
}

function Bar({ standing, daysLeft }: { standing: Standing; daysLeft: number }) {
  const end = TODAY + (Math.min(Math.max(daysLeft, 0), LAST_DAY) / LAST_DAY) * (100 - TODAY);
  const [from, to] = daysLeft < 0 ? [0, TODAY] : [TODAY, Math.max(end, TODAY + 1.5)];
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="block h-3.5 w-full"
      aria-hidden="true"
    >
      <rect width="100" height="10" className="fill-sunken" />
      <rect x={from} width={to - from} height="10" className={fills[standing]} />
      {[TODAY, 40, 70].map((x) => (
        <rect key={x} x={x - 0.15} width="0.3" height="10" className="fill-line-strong" />
      ))}
    </svg>
  );
}

const fills: Record<Standing, string> = {
  expired: 'fill-danger',
  lapsing: 'fill-copper-bright',
  valid: 'fill-success',
  missing: 'fill-line',
  checking: 'fill-line',
  refused: 'fill-line',
};
