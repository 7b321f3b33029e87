import { Mark } from '#components/site/mark.tsx';
import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';

export function SampleRequest() {
  return (
    <figure className="mx-auto w-full max-w-96 receipt text-ink">
      <figcaption className="flex items-center justify-between gap-4 px-6 pt-5 pb-4">
        <span className="font-semibold">Solicitud de ejemplo</span>
        <Mark className="size-8" />
      </figcaption>
      <div className="perforation" aria-hidden="true" />
      <dl className="grid gap-3 px-6 pt-3 pb-4">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

const rows = [
  ['Garantía', guaranteeTypeCopy.cumplimiento.label],
  ['Licitación', '1234-56-LP26'],
  ['Monto', '$ 5.250.000'],
  ['Vigencia', '01-03-2027 al 31-01-2028'],
] as const;
