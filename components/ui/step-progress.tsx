export function StepProgress({ current, total }: { current: number; total: number }) {
  const text = `Paso ${current} de ${total}`;
  return (
    <div className="mb-6 print:hidden">
      <p className="mb-1.5 text-sm font-semibold text-ink-soft tabular-nums">{text}</p>
      <progress className="meter block" value={current} max={total} aria-label="Avance">
        {text}
      </progress>
    </div>
  );
}
