'use client';

import type { InputEvent, ReactNode } from 'react';
import { TextField } from '#components/ui/text-field.tsx';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';
import { amountOfPercentage } from '#lib/platform/chile/percentages.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** The percentage on the tender's page: `5 %`. */
  requested: string | undefined;
  /** False for a private contract, in which there is no offer. */
  isTender: boolean;
  /** Fields with the amount and its unit. */
  children: ReactNode;
};

/** Calculates the amount from a percentage of the offer or contract, by the rules of the server. */
export function ShareFields({ values, errors, requested, isTender, children }: Props) {
  const percent = values.porcentaje ?? /^([\d.,]+) %$/.exec(requested ?? '')?.[1];
  const share = amountOfPercentage(values);
  const isOpen = Boolean(percent || errors.porcentaje || errors.oferta);
  return (
    <div className="contents" onInput={fillAmount}>
      {children}
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
    </div>
  );
}

/** Fills in the amount while percentage and offer are typed. The amount can still be changed. */
function fillAmount({ target }: InputEvent<HTMLDivElement>) {
  const form = target instanceof HTMLInputElement && target.form;
  if (!form) return;
  const amount = form.elements.namedItem('montoGarantia');
  const offer = form.elements.namedItem('oferta');
  if (!(amount instanceof HTMLInputElement && offer instanceof HTMLInputElement)) return;
  if (target === amount) {
    offer.value = '';
    return;
  }
  const typed = [...new FormData(form)].map(([name, text]) => [name, plainText(String(text))]);
  const share = amountOfPercentage(Object.fromEntries(typed));
  if (!share) return;
  amount.value = groupAmount(share.decimal);
  amount.dispatchEvent(new Event('change', { bubbles: true }));
}
