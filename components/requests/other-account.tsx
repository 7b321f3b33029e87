import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';
import type { actForForm } from '#lib/domain/accounts/companies/schema.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = { submissionId: number; company: string; name: string };

/** Shows in which other account of the person a request is, with a button that switches to it. */
export function OtherAccount({ submissionId, company, name }: Props) {
  return (
    <div className="max-w-text">
      <PageHeading>Solicitud {formatRequestNumber(submissionId)}</PageHeading>
      <p className="mb-6 wrap-anywhere">
        Está en <strong>{name}</strong>, y ahora actúas por otra cuenta.
      </p>
      <Form action={`${SWITCH_PAGE}/actuar`} next={`/panel/solicitudes/${submissionId}`}>
        <HiddenField<typeof actForForm> name="company" value={company} />
        <Button>Seguir por {name} y verla</Button>
      </Form>
    </div>
  );
}
