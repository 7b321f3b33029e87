'use client';

import { useRef } from 'react';
import { TextField } from '#components/ui/text-field.tsx';
import { useAmountOfPercentage } from '#components/wizard/use-amount-of-percentage.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';
import { amountOfPercentage } from '#lib/platform/chile/percentages.ts';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** The percentage on the tender's page: `5 %`. */
  requested: string | undefined;
  /** False for a private contract, in which there is no offer. */
  isTender: boolean;
};

/**
 * Calculates the amount from a percentage of the offer or contract, by the same rules as the
 * server.
 */
export function ShareFields({ values, errors, requested, isTender }: Props) {
  const offer = useRef<HTMLInputElement>(null);
  useAmountOfPercentage(offer);
  const percent = values.porcentaje ?? /^([\d.,]+) %$/.exec(requested ?? '')?.[1];
  const share = amountOfPercentage(values);
  const isOpen = Boolean(percent || errors.porcentaje || errors.oferta);
  return (
    <details open={isOpen} className="rounded-md bg-sunken p-4">
      <summary className="w-fit cursor-pointer font-semibold text-brand">
        Calcular un porcentaje {isTender ? 'de tu oferta' : 'del contrato'}
      </summary>
      <div className="mt-4 grid gap-4">
        <TextField
          name="porcentaje"
          label="Porcentaje"
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          width="short"
          defaultValue={percent}
          error={errors.porcentaje}
        />
        <TextField
          ref={offer}
          name="oferta"
          label={`${isTender ? 'Tu oferta neta' : 'Monto neto del contrato'}, sin IVA`}
          inputMode="decimal"
          autoComplete="off"
          width="medium"
          defaultValue={values.oferta}
          error={errors.oferta}
        />
        <p className="text-sm text-ink-soft">
          {share
            ? `El ${percent} % son ${formatAmount(share.decimal, share.unit)}: lo escribimos en el monto. Si está bien, presiona Continuar.`
            : 'Con ambos escribimos el monto arriba, redondeado hacia arriba.'}
        </p>
      </div>
    </details>
  );
}
