import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import type { anotherForm } from '#lib/domain/requests/applicant/schema.ts';

type Props = {
  action: string;
  /** True if the applicant won the tender and needs the next guarantee. */
  isAwarded?: boolean;
  verb?: string;
  hint?: string;
  /** True if this is the applicant's next step. */
  isMain?: boolean;
  /** Fields above the button. */
  children?: ReactNode;
};

export function AskAnother({
  action,
  isAwarded = false,
  verb = 'Pedir otra garantía',
  hint = 'Como esta: contacto, empresa, beneficiario, tipo y glosa ya vienen escritos.',
  isMain = false,
  children,
}: Props) {
  return (
    <EditorsOnly>
      <Form action={action} id="otra" className="grid gap-3 print:hidden">
        {children}
        <div className="flex flex-wrap gap-3">
          {isAwarded && (
            <Button<typeof anotherForm> name="para" value="cumplimiento" wide>
              Pedir el fiel cumplimiento
            </Button>
          )}
          <Button variant={isMain ? 'primary' : 'secondary'} wide>
            {verb}
          </Button>
        </div>
        <p className="text-sm text-ink-soft">{hint}</p>
      </Form>
    </EditorsOnly>
  );
}
