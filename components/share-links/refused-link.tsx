import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { MessagePage } from '#components/site/message-page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { stopAfter } from '#lib/platform/chile/format.ts';

type Props = {
  title: string;
  text: string;
  /** Owner of an ended link, and whether a new one was requested; else null. */
  ended: { owner: string | null; wasRequested: boolean; action: string } | null;
  problem: { message: string; fields: Record<string, string> } | null;
};

export function RefusedLink({ title, text, ended, problem }: Props) {
  return (
    <MessagePage caption="Enlace compartido" title={title}>
      {ended && <ProblemNotice problem={problem} />}
      <p>{text}</p>
      {ended?.owner && (
        <p className="wrap-anywhere">
          Te lo compartió <strong>{ended.owner}</strong>
          {stopAfter(ended.owner)}
        </p>
      )}
      {ended?.wasRequested && (
        <Notice tone="success" role="status">
          Ya le avisamos que pides uno nuevo.
        </Notice>
      )}
      {ended && !ended.wasRequested && (
        <Form action={ended.action} className="grid gap-3">
          <TextField
            name="correo"
            label="Tu correo"
            hint="Para que sepa a quién responderle."
            type="email"
            autoComplete="email"
            maxLength={254}
            optional
            error={problem?.fields.correo}
          />
          <div>
            <Button wide>Pedir un enlace nuevo</Button>
          </div>
          <p className="text-sm text-ink-soft">Le avisamos por correo y te lo envía si quiere.</p>
        </Form>
      )}
    </MessagePage>
  );
}
