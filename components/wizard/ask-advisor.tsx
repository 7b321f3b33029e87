import { LinkButton } from '#components/ui/link-button.tsx';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import type { StepId } from '#lib/domain/drafts/steps.ts';
import { advicePath } from '#lib/domain/drafts/view.ts';

/** Questions for pages that must be answered although a person may not know the answer. */
export const unsureCopy: Partial<Record<StepId, string>> = {
  'garantia-tipo': '¿No sabes cuál?',
  'garantia-monto': '¿No sabes el monto todavía?',
  'garantia-vigencia': '¿No sabes las fechas todavía?',
};

/** A button to the advisors, for a person who cannot choose on this page. */
function CallMe({ draft }: Pick<WizardPage, 'draft'>) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <p className="mb-3">
        <strong>¿No sabes cuál?</strong> Un asesor te orienta
        {draft && ': recibe lo que ya respondiste'}.
      </p>
      <LinkButton
        href={`${advicePath(draft)}${draft ? '&' : '?'}llamada=si`}
        variant="secondary"
        wide
      >
        No lo sé: que un asesor me llame
      </LinkButton>
    </div>
  );
}

/** Links to the advisors, who get the answers so far. */
export function AskAdvisor({ page }: { page: WizardPage }) {
  if (page.step === 'garantia-tipo') return <CallMe draft={page.draft} />;
  return (
    <p className="text-sm">
      {unsureCopy[page.step] ?? '¿Tienes dudas?'}{' '}
      <a href={advicePath(page.draft)} className="inline-block py-1">
        Escríbele a un asesor
      </a>
      {page.draft && ', que recibe lo que ya respondiste'}.
    </p>
  );
}
