import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

const monthFormat = new Intl.DateTimeFormat('es-CL', { month: 'short', timeZone: 'UTC' });

type Props = { months: readonly { at: number; isCovered: boolean }[]; undated: number };

/** Shows which months of a monthly document are present and which are missing. */
export function MonthLine({ months, undated }: Props) {
  const coveredMonths = months.filter(({ isCovered }) => isCovered);
  return (
    <div className="mt-1 text-sm">
      <p className="font-semibold">
        {coveredMonths.length} de {months.length} meses
        {undated > 0 && `, y ${undated} sin fecha: dinos de cuándo ${undated > 1 ? 'son' : 'es'}`}
      </p>
      <ol className="mt-1 flex flex-wrap gap-0.5 text-xs sm:gap-1 sm:text-sm">
        {months.map(({ at, isCovered }) => (
          <li
            key={at}
            className={
              isCovered
                ? 'rounded-sm border border-line bg-sunken px-0.5 font-semibold sm:px-1'
                : 'rounded-sm border border-line border-dashed px-0.5 text-ink-soft sm:px-1'
            }
          >
            <VisuallyHidden>{isCovered ? 'Está ' : 'Falta '}</VisuallyHidden>
            {monthFormat.format(at)}
          </li>
        ))}
      </ol>
    </div>
  );
}
