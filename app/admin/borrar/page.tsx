import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { EraseForm } from '#components/admin/erase-form.tsx';
import { ErasureProofs } from '#components/admin/erasure-proofs.tsx';
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
import { erasableText } from '#lib/domain/erasure/copy.ts';
import { listProofs } from '#lib/domain/erasure/proofs.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

export const generateMetadata = pageMetadata('Borra los datos de una persona');

/** Erases the data of a person who has no lead. `?correo=` is the e-mail to confirm. */
export default async function EraseAddressPage(props: PageProps<'/admin/borrar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  await getPageAdmin({ sudo: true });
  const typed = query.correo ?? values.correo;
  const read = personEmail.safeParse(typed ?? '');
  const error = typed === undefined ? undefined : read.error?.issues[0]?.message;
  const account = read.success ? await findAccountByEmail(read.data) : null;
  return (
    <div className="max-w-text">
      <BackLink
        href={read.success ? '/admin/borrar' : '/admin/personas'}
        label={read.success ? 'Otro correo' : 'Personas'}
      />
      <PageHeading lead="No se puede deshacer.">Borra los datos de una persona</PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>
        {query.aviso === 'borrado' && 'Borramos lo que había con ese correo.'}
      </DoneNotice>
      <p className="mb-4">
        Hazlo cuando lo pida desde su propia dirección
        {read.success && (
          <>
            , <strong className="wrap-anywhere">{read.data}</strong>
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
      <ErasureProofs proofs={read.success ? await listProofs(read.data) : []} />
      {read.success ? (
        <EraseForm
          choice={erasableText(await countErasable(read.data))}
          affected={await listAffectedRecords(read.data)}
          person={{ email: read.data }}
          errors={errors}
          action="/admin/borrar/confirmar"
        >
          <input type="hidden" name="correo" value={read.data} />
        </EraseForm>
      ) : (
        <Form method="get" action="/admin/borrar" className="grid gap-6">
          <TextField
            name="correo"
            label="Su correo"
            type="email"
            autoComplete="off"
            defaultValue={typed}
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
