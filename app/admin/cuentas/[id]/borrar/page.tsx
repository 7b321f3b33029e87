import { redirect } from 'next/navigation';
import { orNotFound } from '#app/_lib/or-not-found.ts';
import { pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { AffectedSection } from '#components/admin/affected-section.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { openAccountForTeam } from '#lib/domain/accounts/admin-operations.ts';
import { listSolelyOwnedCompanies } from '#lib/domain/accounts/companies/last-owner.ts';
import { listAccountRecords } from '#lib/domain/erasure/account-records.ts';
import { erasableText } from '#lib/domain/erasure/copy.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';
import type { accountErasureForm } from '#lib/domain/personal-data/schema.ts';
import { nameToConfirm } from '#lib/domain/personal-data/writes.ts';

type Props = PageProps<'/admin/cuentas/[id]/borrar'>;

export const generateMetadata = pageMetadata('Borra una cuenta');

/** Deletes an account at its owner's request, by the same rules as `/panel/eliminar-cuenta`. */
export default async function EraseAccountPage(props: Props) {
  const id = pathPart((await props.params).id);
  const { problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin({ sudo: true });
  const account = await orNotFound(() => openAccountForTeam(admin, id));
  const page = `/admin/cuentas/${encodeURIComponent(id)}` as const;
  if (account.role === 'admin') redirect(page);
  const { isCompany } = account;
  const name = nameToConfirm(isCompany ? { ...account, email: null } : account);
  const [companies, records, counts] = await Promise.all([
    isCompany ? [] : listSolelyOwnedCompanies(id),
    listAccountRecords({ id, email: isCompany ? null : account.email, now: admin.now }),
    countErasable(isCompany ? id : account.email),
  ]);
  const companiesWithOthers = companies.filter(({ others }) => others > 0);
  const erasable = erasableText(counts);
  const field = formFields<typeof accountErasureForm>({ values, errors });
  return (
    <div className="max-w-text">
      <BackLink href={page} label="Volver a la cuenta" />
      <PageHeading intro="No se puede deshacer.">Borra esta cuenta</PageHeading>
      <ProblemNotice problem={problem} />
      <p className="mb-4">
        Hazlo cuando lo pida desde su propia dirección,{' '}
        <strong className="wrap-anywhere">{account.email}</strong>.
      </p>
      {companiesWithOthers.length > 0 ? (
        <Notice tone="warning" title="Todavía no se puede borrar">
          <p>
            Es la única persona que administra{' '}
            {companiesWithOthers.map((company) => company.name).join(', ')}, y ahí trabaja más
            gente. Primero tiene que darle ese rol a otra persona.
          </p>
        </Notice>
      ) : (
        <>
          <div className="mb-8 grid gap-8">
            <AffectedSection title="Se borra" records={records.erased}>
              <li>
                {isCompany
                  ? 'La empresa, para todas las personas que trabajan en ella. Sus cuentas siguen.'
                  : 'Su perfil, su contraseña y sus sesiones.'}
              </li>
              {companies.map((company) => (
                <li key={company.id}>
                  La empresa <strong>{company.name}</strong> con su carpeta y sus enlaces, porque
                  nadie más trabaja en ella.
                </li>
              ))}
              {records.isTruncated && (
                <li>Ves lo más nuevo de cada tipo: lo demás se borra también.</li>
              )}
            </AffectedSection>
            {records.sent.length > 0 && (
              <AffectedSection title="Se borra también, si lo marcas abajo" records={records.sent}>
                <li>
                  Sin marcarlo, se conserva por los plazos de la política de privacidad y queda a
                  nombre de quien lo envió.
                </li>
              </AffectedSection>
            )}
            <AffectedSection title="Queda" records={records.kept}>
              <li>De los pagos, la orden, el monto y las fechas: los pide la ley tributaria.</li>
              <li>La auditoría, sin su nombre: prueba quién hizo qué.</li>
            </AffectedSection>
          </div>
          <Form action={`${page}/borrar/confirmar`} className="grid gap-6">
            {erasable && (
              <Checkbox
                name="sent"
                value="erase"
                defaultChecked={values.sent === 'erase'}
                label={`Borrar también lo que envió: ${erasable}`}
                hint="Con sus archivos. Lo que esté en trámite deja de gestionarse."
              />
            )}
            <TextField
              {...field('confirmation')}
              label={`Para confirmar, escribe: ${name}`}
              autoComplete="off"
            />
            <div>
              <Button variant="danger" wide>
                Borrar la cuenta
              </Button>
            </div>
          </Form>
        </>
      )}
    </div>
  );
}
