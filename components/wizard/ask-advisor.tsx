import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import type { StepId } from '#lib/domain/drafts/steps.ts';
import { advicePath } from '#lib/domain/drafts/view.ts';

/** Questions of pages whose answer a person may not know and that cannot be left out. */
export const unsure: Partial<Record<StepId, string>> = {
  'garantia-tipo': '¿No sabes cuál?',
  'garantia-monto': '¿No sabes el monto todavía?',
  'garantia-vigencia': '¿No sabes las fechas todavía?',
};

/** Leads to the advisors, who get what was answered so far. */
export function AskAdvisor({ place }: { place: WizardPage }) {
  return (
    <p className="text-sm">
      {unsure[place.step] ?? '¿Tienes dudas?'}{' '}
      <a href={advicePath(place.draft)} className="inline-block py-1">
        Escríbele a un asesor
      </a>
      {place.draft && ', que recibe lo que ya respondiste'}.
    </p>
  );
}
