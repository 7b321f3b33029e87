import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { requestMoveForm } from '#lib/domain/requests/applicant/schema.ts';
import { beneficiaryOf, guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Answers = Parameters<typeof beneficiaryOf>[0];
type RequestMove = {
  submissionId: number;
  companyId: string;
  name: string;
  answers: Answers;
};

/**
 * Offers to move requests from the person's own account to the company whose RUT they name. Several
 * offers are one line that opens.
 */
export function RequestMoves({ moves }: { moves: readonly RequestMove[] }) {
  if (moves.length === 0) return null;
  const [onlyMove] = moves.length === 1 ? moves : [];
  return (
    <EditorsOnly>
      <div className="mb-6">
        <Notice>
          {onlyMove ? (
            <MoveOffer {...onlyMove} />
          ) : (
            <details>
              <summary className="cursor-pointer font-semibold">
                {moves.length} solicitudes de tu cuenta personal parecen de la empresa
              </summary>
              <ul className="mt-4 grid gap-5">
                {moves.map((move) => (
                  <li key={`${move.submissionId} ${move.companyId}`}>
                    <MoveOffer {...move} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </Notice>
      </div>
    </EditorsOnly>
  );
}

function MoveOffer({ submissionId, companyId, name, answers }: RequestMove) {
  return (
    <>
      <p className="mb-3">
        La{' '}
        <a href={`/panel/solicitudes/${submissionId}`} className="whitespace-nowrap">
          solicitud {formatRequestNumber(submissionId)}
        </a>{' '}
        ({coveredText(answers)}) llegó con tu correo y el RUT de {name}, y está en tu cuenta
        personal. Si la pasas a la empresa, la ven quienes trabajan en ella, con sus garantías y
        pagos.
      </p>
      <Form action={`/panel/solicitudes/${submissionId}/empresa`}>
        <HiddenField<typeof requestMoveForm> name="empresa" value={companyId} />
        <Button compact>
          Es de mi empresa
          <VisuallyHidden>: solicitud {formatRequestNumber(submissionId)}</VisuallyHidden>
        </Button>
      </Form>
    </>
  );
}

function coveredText(answers: Answers): string {
  const items = answers.garantias
    .map(guaranteeTexts)
    .map(({ type, amount }) => `${type}: ${amount}`);
  const beneficiary = beneficiaryOf(answers);
  return [...items, ...(beneficiary ? [`para ${beneficiary}`] : [])].join(', ');
}
