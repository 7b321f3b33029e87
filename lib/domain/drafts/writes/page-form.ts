import { parseCalculatorSearchParams } from '#lib/domain/drafts/calculation.ts';
import type { FoldId } from '#lib/domain/drafts/field-types.ts';
import type { WizardLinkParams, WizardPage } from '#lib/domain/drafts/rules.ts';
import { guaranteeTypeFromInput, tenderIdFromInput } from '#lib/domain/drafts/schema.ts';
import { type StepId, steps, wizardPageOf } from '#lib/domain/drafts/steps.ts';

/** The fields that the form of a page sends, by their purpose. */
export type SubmittedPage = {
  page: WizardPage;
  /** Values with which a link or the calculator opened the wizard. */
  linkParams: WizardLinkParams;
  /** True if a button left the page: `Volver`, or the one that sends a link to go on later. */
  isLeaving: boolean;
  /** Values of the page's own fields. */
  typedValues: Record<string, string>;
};

/** Separates the fields by which a form names its page and its button from those of the page. */
export function parsePageForm(
  stepOrFold: StepId | FoldId,
  {
    g,
    licitacion,
    garantia,
    calculo,
    cambio,
    volver,
    despues,
    ...typedValues
  }: Record<string, string>,
): SubmittedPage {
  const { step } = wizardPageOf(stepOrFold);
  return {
    page: {
      step,
      ...(g && steps[step].perGuarantee && { g }),
      ...(cambio && { isChange: true }),
    },
    linkParams: {
      licitacion: tenderIdFromInput(licitacion),
      garantia: guaranteeTypeFromInput(garantia),
      calculo: parseCalculatorSearchParams(calculo),
    },
    isLeaving: (volver ?? despues) !== undefined,
    typedValues,
  };
}
