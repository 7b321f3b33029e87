import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { EraseForm } from '#components/admin/erase-form.tsx';
import { ErasureCertificates } from '#components/admin/erasure-certificates.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { findAccountByEmail } from '#lib/domain/accounts/reads/accounts.ts';
import { personEmail } from '#lib/domain/accounts/schema.ts';
import { listAffectedRecords } from '#lib/domain/erasure/affected.ts';
import { listErasureCertificates } from '#lib/domain/erasure/certificates.ts';
import { erasableText } from '#lib/domain/erasure/copy.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

export const generateMetadata = pageMetadata('Borra los datos de una persona');

/** Erases the data of a person who has no lead. `?correo=` is the e-mail to confirm. */
export default async function EraseByEmailPage(props: PageProps<'/admin/borrar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  await getPageAdmin({ sudo: true });
  const typedEmail = query.correo ?? values.correo;
  const parsedEmail = personEmail.safeParse(typedEmail ?? '');
  const error = typedEmail === undefined ? undefined : parsedEmail.error?.issues[0]?.message;
  const account = parsedEmail.success ? await findAccountByEmail(parsedEmail.data) : null;
  return (
    <div className="max-w-text">
      <BackLink
        href={parsedEmail.success ? '/admin/borrar' : '/admin/personas'}
        label={parsedEmail.success ? 'Otro correo' : 'Personas'}
      />
      <PageHeading intro="No se puede deshacer.">Borra los datos de una persona</PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>
        {query.aviso === 'borrado' && 'Borramos lo que había con ese correo.'}
      </DoneNotice>
      <p className="mb-4">
        Hazlo cuando lo pida desde su propia dirección
        {parsedEmail.success && (
          <>
            , <strong className="wrap-anywhere">{parsedEmail.data}</strong>
          </>
        )}
        .
      </p>
      {account && (
        <p className="mb-4">
          También tiene <a href={`/admin/cuentas/${account.id}`}>una cuenta</a>, creada el{' '}
          {formatDay(account.createdAt)}, que aquí no se borra:{' '}
          <a href={`/admin/cuentas/${account.id}/borrar`}>bórrala junto con lo que envió</a>.
        </p>
      )}
      <ErasureCertificates
        certificates={parsedEmail.success ? await listErasureCertificates(parsedEmail.data) : []}
      />
      {parsedEmail.success ? (
        <EraseForm
          sentCountText={erasableText(await countErasable(parsedEmail.data))}
          affected={await listAffectedRecords(parsedEmail.data)}
          person={{ email: parsedEmail.data }}
          errors={errors}
          action="/admin/borrar/confirmar"
        >
          <input type="hidden" name="correo" value={parsedEmail.data} />
        </EraseForm>
      ) : (
        <Form method="get" action="/admin/borrar" className="grid gap-6">
          <TextField
            name="correo"
            label="Su correo"
            type="email"
            autoComplete="off"
            defaultValue={typedEmail}
            error={error}
          />
          <div>
            <Button wide>Ver qué se borra</Button>
          </div>
        </Form>
      )}
    </div>
  );
}
