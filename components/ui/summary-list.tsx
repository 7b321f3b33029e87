import type { ReactNode } from 'react';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

export type SummaryRow = {
  label: string;
  /** Without a value the row shows "Sin respuesta". */
  value: ReactNode;
  changeHref?: string;
  /** Added to "Cambiar", or "Agregar" without a value, for screen readers. Default: the label of the row. */
  changeLabel?: string;
};

/** A list of labels and values. `dense` is for advisors' pages. */
export function SummaryList({ rows, dense }: { rows: readonly SummaryRow[]; dense?: boolean }) {
  const columns = rows.some(({ changeHref }) => changeHref)
    ? 'sm:grid-cols-[2fr_3fr_4.5rem]'
    : 'sm:grid-cols-[2fr_3fr]';
  return (
    <dl className="border-t border-line">
      {rows.map((row, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
          key={index}
          className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line last:border-b-0 last:pb-0 ${columns} ${dense ? 'py-1.5' : 'py-3 print:py-1'}`}
        >
          <dt className="col-start-1 text-sm text-ink-soft sm:text-base">{row.label}</dt>
          <dd className="col-span-2 min-w-0 font-semibold break-words whitespace-pre-line sm:col-span-1">
            {shownValue(row.value)}
          </dd>
          {row.changeHref && (
            <dd className="col-start-2 row-start-1 text-right sm:col-start-3 print:hidden">
              <a href={row.changeHref} className="-my-2 inline-block py-2.5">
                {row.value ? 'Cambiar' : 'Agregar'}
                <VisuallyHidden> {row.changeLabel ?? row.label}</VisuallyHidden>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function shownValue(value: ReactNode): ReactNode {
  if (typeof value === 'string' && value) return <UnbrokenText text={value} />;
  return value || <span className="font-normal text-ink-soft">Sin respuesta</span>;
}
