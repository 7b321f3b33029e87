import { STEP_FORM } from '#components/wizard/step-form.tsx';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { laterPath } from '#lib/domain/drafts/view.ts';

const label = 'Seguir después o en otro dispositivo';

/** Leads to the page that mails the draft. Submits a form with fields first, to save it. */
export function ContinueLater({ step, draft }: WizardPage) {
  if (steps[step].fields.length > 0) {
    return (
      <button
        type="submit"
        form={STEP_FORM}
        name="despues"
        value="1"
        className="cursor-pointer py-1 text-left text-brand underline underline-offset-4"
      >
        {label}
      </button>
    );
  }
  return draft ? (
    <a href={laterPath(draft)} className="inline-block py-1">
      {label}
    </a>
  ) : null;
}
