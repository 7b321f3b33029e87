import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
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

/** Offers to move requests from the person's own account to the company whose RUT they name. */
export function RequestMoves({ moves }: { moves: readonly RequestMove[] }) {
  return moves.map(({ submissionId, companyId, name, answers }) => (
    <EditorsOnly key={`${submissionId} ${companyId}`}>
      <div className="mb-6">
        <Notice>
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
            <Button compact>Es de mi empresa</Button>
          </Form>
        </Notice>
      </div>
    </EditorsOnly>
  ));
}

function coveredText(answers: Answers): string {
  const items = answers.garantias
    .map(guaranteeTexts)
    .map(({ type, amount }) => `${type}: ${amount}`);
  const beneficiary = beneficiaryOf(answers);
  return [...items, ...(beneficiary ? [`para ${beneficiary}`] : [])].join(', ');
}
