import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { monthsAhead } from '#lib/domain/issued-guarantees/view.ts';
import { formatDate, formatRequestNumber } from '#lib/platform/chile/format.ts';

type End = { number: number; validTo: string };

/** The middle of a month, below the number of its guarantees. */
const MIDDLE = 32;

/**
 * Shows how many guarantees end in each of the next twelve months. Screen readers get a list with
 * the days.
 */
export function YearStrip({ ends, today }: { ends: readonly End[]; today: string }) {
  return (
    <ol className="flex">
      {monthsAhead(ends, today).map(({ name, ends: ending }, index, months) => (
        <li key={name} className="min-w-0 flex-1 text-center text-xs tabular-nums">
          <VisuallyHidden>
            {name}: {ending.length === 0 ? 'ninguna' : ending.map(spokenText).join('; ')}
          </VisuallyHidden>
          <span aria-hidden="true" className="block">
            <span className="block font-semibold">{ending.length || '\u00a0'}</span>
            <svg
              aria-hidden="true"
              viewBox="0 0 62 24"
              preserveAspectRatio="none"
              className="h-6 w-full"
            >
              <rect y="22" width="62" height="2" className="fill-line" />
              {ending.map(({ number }, bar) => (
                <rect
                  key={number}
                  x={MIDDLE + (bar - ending.length / 2) * Math.min(6, 60 / ending.length)}
                  width="3"
                  height="22"
                  className="fill-brand"
                />
              ))}
            </svg>
            <span className="block text-ink-soft">
              {name.charAt(0).toUpperCase()}
              {isYearShown(index, months) && (
                <span className="flex justify-center whitespace-nowrap">{name.slice(-4)}</span>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/**
 * Returns whether the year stands below a month: below each January, and below the first month
 * unless the next one is January, because two years side by side overlap on phones.
 */
function isYearShown(at: number, months: readonly { name: string }[]): boolean {
  const isJanuary = (n: number) => months[n]?.name.startsWith('enero') ?? false;
  return isJanuary(at) || (at === 0 && !isJanuary(1));
}

const spokenText = ({ number, validTo }: End) =>
  `garantía ${formatRequestNumber(number)} el ${formatDate(validTo)}`;
