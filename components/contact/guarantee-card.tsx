import type { ReactNode } from 'react';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { type ExamplePrices, guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { yearlyPriceText } from '#lib/domain/requests/submissions/rules.ts';
import type { GuaranteeType } from '#lib/domain/requests/submissions/schema.ts';
import { issueTimeText } from '#lib/domain/requests/submissions/steps.ts';
import { formatDate } from '#lib/platform/chile/format.ts';

/** The published prices and time of an issue (EXAMPLE_PRICES, ABOUT_ISSUE_DAYS). */
export type Offer = { prices: ExamplePrices; issueDays: number | undefined };

type Props = Offer & {
  type: GuaranteeType;
  tag?: ReactNode;
  text: string | undefined;
  figure?: string | null;
  /** The amount of the guarantee in pesos, as far as it is known. */
  pesos?: string | undefined;
  isOffered?: boolean;
  /** Inputs of the calculator. The request begins with them. */
  calculation: Record<string, string>;
};

/** A guarantee in the answer of the calculator, with its example price and usual time. */
export function GuaranteeCard({ type, tag, text, figure, pesos, ...otherProps }: Props) {
  const { prices, issueDays, calculation, isOffered = true } = otherProps;
  const calculo = new URLSearchParams(calculation).toString();
  const price = isOffered && prices ? yearlyPriceText(prices, type, pesos) : null;
  const time = issueTimeText(issueDays);
  return (
    <section className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h4 className="font-semibold">{guaranteeTypeCopy[type].label}</h4>
        {tag}
      </div>
      <p className="mt-2">{text}</p>
      {figure && <p className="mt-2 font-semibold">{figure}</p>}
      {price && prices && (
        <p className="mt-2">
          <UnbrokenText text={`Precio de ejemplo ${price}, al ${formatDate(prices.day)}.`} />
        </p>
      )}
      {isOffered && time && <p className="mt-2">{`Emisión: ${time}.`}</p>}
      {isOffered && (
        <a
          href={`/gestiona-tu-garantia?${new URLSearchParams({ garantia: type, calculo })}`}
          className="mt-2 inline-block py-1"
        >
          Pedir esta garantía
          <VisuallyHidden>: {guaranteeTypeCopy[type].label}</VisuallyHidden>
        </a>
      )}
    </section>
  );
}
