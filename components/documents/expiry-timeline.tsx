import { isFar, lapseText } from '#lib/domain/alerts/copy.ts';
import type { Standing } from '#lib/domain/alerts/rules.ts';
import type { TimelineEntry } from '#lib/domain/alerts/schema.ts';

const SHOWN = 10;

/** What lapses next, as bars from today on, which its words say as well. */
export function ExpiryTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const shown = entries.slice(0, SHOWN);
  return (
    <>
      <Axis />
      <ul>
        {shown.map((entry) => (
          <Row key={entry.id} {...entry} />
        ))}
      </ul>
      {entries.length > SHOWN && (
        <p className="mt-3 text-sm text-ink-soft">
          Y {entries.length - SHOWN} con fechas más lejanas.
        </p>
      )}
    </>
  );
}

/** Left of "Hoy" has expired. Days between two marks are spread evenly, and nearer ones wider. */
const columns = 'grid grid-cols-[10%_22%_18%_18%_32%]';
const TODAY = 10;
const marks = [
  { days: 0, x: TODAY },
  { days: 30, x: 32 },
  { days: 90, x: 50 },
  { days: 365, x: 68 },
  { days: 5 * 365, x: 100 },
];

/** Where a day lies, in hundredths; what lies beyond the last mark lies on it. */
function placeOf(days: number): number {
  const next = marks.findIndex((mark) => days <= mark.days);
  const [from, to] = [marks[next - 1], marks[next]];
  if (!to) return 100;
  return from ? from.x + ((days - from.days) / (to.days - from.days)) * (to.x - from.x) : to.x;
}

function Axis() {
  return (
    <div
      aria-hidden="true"
      className="grid gap-x-4 text-xs text-ink-soft sm:grid-cols-[15rem_1fr_10rem]"
    >
      <span className="hidden sm:block" />
      <span className={columns}>
        <span />
        <span>Hoy</span>
        <span>30 días</span>
        <span>90 días</span>
        <span className="flex justify-between">
          1 año <span>5 años</span>
        </span>
      </span>
    </div>
  );
}

function Row({ title, fileName, standing, daysLeft, day }: TimelineEntry) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-line py-2.5 sm:grid-cols-[15rem_1fr_10rem]">
      <span className="min-w-0 leading-tight">
        <span className="block text-sm font-semibold">{title}</span>
        <span className="block truncate text-xs text-ink-soft">{fileName}</span>
      </span>
      <span className="order-last col-span-2 sm:order-none sm:col-span-1">
        <Bar standing={standing} daysLeft={daysLeft} />
      </span>
      <span className="text-right text-sm leading-tight whitespace-nowrap tabular-nums">
        <span className="block font-semibold">{lapseText(daysLeft, day)}</span>
        {!isFar(daysLeft) && <span className="block text-xs text-ink-soft">{day}</span>}
      </span>
    </li>
  );
}

function Bar({ standing, daysLeft }: { standing: Standing; daysLeft: number }) {
  const [from, to] = daysLeft < 0 ? [0, TODAY] : [TODAY, Math.max(placeOf(daysLeft), TODAY + 1.5)];
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="block h-3.5 w-full"
      aria-hidden="true"
    >
      <rect width="100" height="10" className="fill-sunken" />
      <rect x={from} width={to - from} height="10" className={fills[standing]} />
      {marks.slice(0, -1).map(({ x }) => (
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
