import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { calculationText } from '#lib/domain/drafts/calculation.ts';

/** Shows which values of a page come from the calculator, if the calculator opened the wizard. */
export function CalculatorNote({ answers, page, tender }: WizardPageProps) {
  const note = calculationText(answers, page, tender?.type);
  return (
    note && (
      <div className="mb-6">
        <Notice title="Lo tomamos de la calculadora">
          <p>
            <UnbrokenText text={note} />
          </p>
        </Notice>
      </div>
    )
  );
}
