import { type RefObject, useEffect } from 'react';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { amountOfPercentage } from '#lib/platform/chile/percentages.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** Fills in the amount while percentage and offer are typed. The amount can still be changed. */
export function useAmountOfPercentage(offer: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const form = offer.current?.form;
    if (!form) return;
    const textOf = (name: string) => {
      const control = form.elements.namedItem(name);
      return control && 'value' in control ? plainText(String(control.value)) : undefined;
    };
    const compute = ({ target }: Event) => {
      const amount = form.elements.namedItem('montoGarantia');
      if (!(amount instanceof HTMLInputElement && offer.current)) return;
      if (target === amount) offer.current.value = '';
      const share = amountOfPercentage({
        porcentaje: textOf('porcentaje'),
        oferta: textOf('oferta'),
        monedaGarantia: textOf('monedaGarantia'),
      });
      if (!share || target === amount) return;
      amount.value = groupAmount(share.decimal);
      amount.dispatchEvent(new Event('change', { bubbles: true }));
    };
    form.addEventListener('input', compute);
    return () => form.removeEventListener('input', compute);
  }, [offer]);
}
