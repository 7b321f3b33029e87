import type { ReactNode } from 'react';

type Props = { current: number; total: number; back: ReactNode };

export function StepProgress({ current, total, back }: Props) {
  const text = `Paso ${current} de ${total}`;
  return (
    <div className="mb-6 print:hidden">
      <div className="-mb-2.5 flex items-start justify-between">
        {back}
        <p className="py-2.5 text-sm font-semibold text-ink-soft">{text}</p>
      </div>
      <progress className="meter block" value={current} max={total} aria-label="Avance">
        {text}
      </progress>
    </div>
  );
}
