import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { AskAdvisor, unsureCopy } from '#components/wizard/ask-advisor.tsx';
import { UploadForm } from '#components/wizard/lazy-fields.tsx';
import { PersistedStep } from '#components/wizard/persisted-step.tsx';
import { asTypedLabel } from '#lib/domain/drafts/copy.ts';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import { formPath, wizardPageParams } from '#lib/domain/drafts/view.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

/** Id of the form, so that buttons elsewhere can submit it. */
export const STEP_FORM = 'paso';

type Props = {
  page: WizardPage;
  children: ReactNode;
  hasFiles?: boolean;
  /**
   * A suggested value. Its button submits the form with this value after the typed one; the last
   * value of a field counts.
   */
  suggestion?: { name: string; value: string } | null | undefined;
};

/** The form of a page of the wizard. It works without scripts. */
export function StepForm({ page, children, hasFiles, suggestion }: Props) {
  const form = { id: STEP_FORM, className: 'grid grid-cols-[minmax(0,1fr)] gap-6' };
  const content = (
    <>
      {Object.entries(wizardPageParams(page)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {unsureCopy[page.step] && <AskAdvisor page={page} />}
      <PersistedStep page={[page.draft, page.step, page.g].join(' ')} />
      {/* Enter presses the first button of the form, which would otherwise change an answer. */}
      {suggestion && <button type="submit" hidden />}
      <div className={`mt-2 flex gap-3 ${suggestion ? 'flex-col sm:items-start' : 'flex-wrap'}`}>
        {suggestion && (
          <Button<OpenForm> {...suggestion} wide>
            <span className="min-w-0 wrap-anywhere">Usar {suggestion.value}</span>
          </Button>
        )}
        <Button variant={suggestion ? 'secondary' : 'primary'} wide>
          {suggestion ? asTypedLabel : 'Continuar'}
        </Button>
      </div>
    </>
  );
  const action = formPath(`${page.step}/${hasFiles ? 'archivos' : 'guardar'}`, page);
  return hasFiles ? (
    <UploadForm
      {...form}
      action={action}
      encType="multipart/form-data"
      goOn="Continuar"
      maySaveEach
    >
      {content}
    </UploadForm>
  ) : (
    <Form {...form} action={action}>
      {content}
    </Form>
  );
}
