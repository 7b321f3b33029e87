import { CodeField } from '#components/account/code-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { PasswordField } from '#components/forms/password-field.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { Form } from '#components/ui/form.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { gateCopy } from '#lib/domain/share-links/copy.ts';
import type { linkProofForm } from '#lib/domain/share-links/schema.ts';
import { maskedEmail, stopAfter } from '#lib/platform/chile/format.ts';

type Props = {
  path: string;
  /** Query to keep, such as the requested document. */
  search: string;
  owner: string | null;
  email: string | null;
  requires: 'password' | 'code';
  isSent: boolean;
  problem: { code?: string; message: string; fields: Record<string, string> } | null;
};

/** Asks for the password of a link, or for the code that is mailed to its recipient. */
export function Gate({ path, search, owner, email, requires, isSent, problem }: Props) {
  const isFirst = requires === 'code' && !isSent && !problem?.fields.code;
  const { title, text } = gateCopy[isFirst ? 'first' : requires];
  const field = formFields<typeof linkProofForm>({ errors: problem?.fields });
  // The only field says its error itself, and a list of errors above it would only repeat it.
  const isOfField =
    problem !== null &&
    Object.keys(problem.fields).length > 0 &&
    !['conflict', 'rate_limited'].includes(problem.code ?? '');
  const sendPath = `${path}/codigo${search}`;
  return (
    <>
      <PageHeading intro={text(maskedEmail(email))}>{title}</PageHeading>
      {!isOfField && <ProblemNotice problem={problem} />}
      <FirstFocus />
      {owner && (
        <p className="mb-6 wrap-anywhere">
          Te lo comparte <strong>{owner}</strong>
          {stopAfter(owner)}
        </p>
      )}
      {isFirst ? (
        <Form action={sendPath}>
          <Button wide>Enviarme el código</Button>
        </Form>
      ) : (
        <Form action={`${path}/abrir${search}`} className="grid gap-5">
          {requires === 'code' ? (
            <CodeField {...field('code')} data={{ 'data-focus': '' }} />
          ) : (
            <PasswordField
              {...field('password')}
              label="Contraseña"
              autoComplete="off"
              autoFocus={!problem || isOfField}
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button wide>Abrir</Button>
            {requires === 'code' && (
              <Button variant="secondary" wide formAction={sendPath}>
                Enviar otra vez
              </Button>
            )}
          </div>
        </Form>
      )}
    </>
  );
}
