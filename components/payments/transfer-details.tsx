import { CopyButton } from '#components/ui/copy-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

/** `copied` is the value for the bank's form, if people read it in another form. */
type TransferRow = { label: string; value: string; copied?: string };

export type Transfer = {
  rows: readonly TransferRow[];
  /** Text that says when the team confirms a transfer. */
  waitText: string;
};

type Props = Transfer & {
  /** Masked e-mail that gets the receipt. */
  receiptTo: string | null;
  /** True below a card payment that failed. */
  isRetry?: boolean;
};

/** The account for a transfer, folded below the card payment. Each value can be copied alone. */
export function TransferDetails({ rows, receiptTo, waitText, isRetry }: Props) {
  return (
    <details className="mt-6 border-t border-line pt-4">
      <summary className="w-fit py-1.5 font-semibold">
        {isRetry ? 'Pagar por transferencia' : 'Prefiero pagar por transferencia'}
      </summary>
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
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5"
          >
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd
              id={`transferencia-${index}`}
              data-copied={copied}
              className="col-span-2 row-start-2 font-semibold wrap-anywhere select-all"
            >
              <BrokenAfterAt text={value} />
            </dd>
            {/* The outcome of the button stands beside the label, where nothing moves for it. */}
            <dd className="contents">
              <CopyButton
                fieldId={`transferencia-${index}`}
                className="btn btn-quiet btn-compact col-start-3 row-span-2 row-start-1"
                outcomeClass="col-start-2 row-start-1 text-right"
              >
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
        {waitText} El comprobante se envía a {receiptTo}. Transfiere una sola vez y, si ya lo
        hiciste, no pagues también con tarjeta.
      </p>
    </details>
  );
}

/** An e-mail may break after its at sign, before it breaks inside a word. */
function BrokenAfterAt({ text }: { text: string }) {
  const [name, domain] = text.split('@');
  if (domain === undefined) return text;
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
