import { CodePicture } from '#components/issued-guarantees/code-picture.tsx';
import { ReportLink } from '#components/issued-guarantees/report-link.tsx';
import { type Verdict, VerdictBox } from '#components/issued-guarantees/verdict-box.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { Form } from '#components/ui/form.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { TextField } from '#components/ui/text-field.tsx';

export const verifyTitle = 'Verifica una garantía';
const intro =
  'Con el código de su hoja de entrega ves qué se registró, quién lo hizo y cuándo. No reemplaza la confirmación del emisor.';

const hint = (
  <>
    20 letras y números, en cuatro grupos de cinco, como{' '}
    <span className="whitespace-nowrap">ABCDE-FGHJK-MNPQR-STVWX</span>. No es el número de la
    póliza. Da igual si son mayúsculas, y si llevan guiones.
  </>
);

export const nothingRecorded = {
  tone: 'bad',
  title: 'No existe un registro con este código',
  text: 'Compáralo letra por letra: con una sola distinta tampoco aparece. Si está bien, pide el vigente a quien te lo dio: un código deja de servir si su garantía se corrige o se anula. Sin registro, lo único que vale es lo que confirme el emisor.',
} satisfies Verdict;

type Props = {
  typed?: string | undefined;
  problem?: string | undefined;
  isUnknown?: boolean;
  /** Text about who runs the service. */
  company: string;
};

/** The form for a verification code. `isUnknown` says that the last one was not found. */
export function CodeForm({ typed, problem, isUnknown, company }: Props) {
  return (
    <SiteShell quiet company={company}>
      <FirstFocus />
      <Container>
        <div className="pt-8 pb-16 sm:pt-12">
          {isUnknown ? (
            // biome-ignore lint/a11y/noAutofocus: the answer is read first
            <div role="alert" className="mb-6" tabIndex={-1} data-focus="" autoFocus>
              <VerdictBox {...nothingRecorded}>{typed && <ReportLink code={typed} />}</VerdictBox>
            </div>
          ) : (
            <PageHeading intro={intro}>{verifyTitle}</PageHeading>
          )}
          <div className="grid gap-8 lg:grid-cols-[38rem_1fr] lg:gap-16">
            <Form method="get" action="/v" className="grid content-start gap-6">
              {isUnknown && <h2 className="text-xl">Verifica otro código</h2>}
              <TextField
                name="codigo"
                label="Código"
                hint={hint}
                error={problem}
                defaultValue={typed}
                maxLength={200}
                data={{ 'data-focus': '' }}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
              />
              <div>
                <Button wide>Verificar</Button>
              </div>
            </Form>
            <CodePicture />
          </div>
        </div>
      </Container>
    </SiteShell>
  );
}
