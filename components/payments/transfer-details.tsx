import { CopyButton } from '#components/ui/copy-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

/** `copied` is the value for the bank's form, if people read it in another form. */
export type TransferRow = { label: string; value: string; copied?: string };

type Props = {
  rows: readonly TransferRow[];
  /** Masked e-mail that gets the receipt. */
  receiptTo: string | null;
};

/** The account for a transfer, folded below the card payment. Each value can be copied alone. */
export function TransferDetails({ rows, receiptTo }: Props) {
  return (
    <details className="mt-6 border-t border-line pt-4">
      <summary className="w-fit py-1.5 font-semibold">Prefiero pagar por transferencia</summary>
      <p className="mt-2">
        Transfiere el monto exacto y escribe la glosa tal cual: con ella reconocemos tu pago.
      </p>
      <dl
        id="transferencia"
        data-copied={rows.map(({ label, value }) => `${label}: ${value}`).join('\n')}
        className="mt-3 border-t border-line"
      >
        {rows.map(({ label, value, copied }, index) => (
          <div
            key={label}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5"
          >
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd
              id={`transferencia-${index}`}
              data-copied={copied}
              className="row-start-2 font-semibold wrap-anywhere select-all"
            >
              {value}
            </dd>
            <dd className="row-span-2 row-start-1 flex flex-wrap items-center justify-end gap-x-2">
              <CopyButton fieldId={`transferencia-${index}`} className="btn btn-quiet btn-compact">
                Copiar<VisuallyHidden> {label}</VisuallyHidden>
              </CopyButton>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-x-3">
        <CopyButton fieldId="transferencia" className="btn btn-secondary">
          Copiar todos los datos
        </CopyButton>
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        Un asesor confirma la transferencia cuando llega, y el comprobante se envía a {receiptTo}.
        Si ya transferiste, no pagues también con tarjeta.
      </p>
    </details>
  );
}
