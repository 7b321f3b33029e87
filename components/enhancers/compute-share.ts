import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { readShare } from '#lib/platform/chile/shares.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** Writes the amount while percentage and offer are typed; one that is typed over them wins. */
export function computeShare(signal: AbortSignal): void {
  const form = document.querySelector<HTMLInputElement>('[name=oferta]')?.form;
  if (!form) return;
  const field = (name: string) => {
    const found = form.elements.namedItem(name);
    return found instanceof HTMLInputElement || found instanceof RadioNodeList ? found : null;
  };
  form.addEventListener(
    'input',
    ({ target }) => {
      const [amount, offer, percent] = ['montoGarantia', 'oferta', 'porcentaje'].map(field);
      if (!amount || !offer || !percent) return;
      if (target === amount) offer.value = '';
      const share = readShare({
        porcentaje: plainText(percent.value),
        oferta: plainText(offer.value),
        monedaGarantia: field('monedaGarantia')?.value,
      });
      if (!share || target === amount) return;
      amount.value = groupAmount(share.decimal);
      if (amount instanceof HTMLInputElement) {
        amount.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    { signal },
  );
}
