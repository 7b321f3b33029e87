import { redirect } from 'next/navigation';
import { orNotFound } from '#app/_lib/or-not-found.ts';
import { pathPart, readPageQuery, titled } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { openAccount } from '#lib/domain/accounts/admin-operations.ts';
import { listCompaniesLeft } from '#lib/domain/accounts/companies/last-owner.ts';
import { listVault } from '#lib/domain/documents/reads.ts';
import { erasableText } from '#lib/domain/erasure/copy.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';
import type { accountErasure } from '#lib/domain/personal-data/schema.ts';
import { nameToConfirm } from '#lib/domain/personal-data/writes.ts';
import { listShares } from '#lib/domain/share-links/listing.ts';

type Props = PageProps<'/admin/cuentas/[id]/borrar'>;

export const generateMetadata = titled('Borra una cuenta');

/** Deletes an account at its owner's request, by the same rules as `/panel/eliminar-cuenta`. */
export default async function EraseAccountPage(props: Props) {
  const id = pathPart((await props.params).id);
  const { problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin({ sudo: true });
  const account = await orNotFound(() => openAccount(admin, id));
  const page = `/admin/cuentas/${encodeURIComponent(id)}` as const;
  if (account.role === 'admin') redirect(page);
  const { isCompany } = account;
  const name = nameToConfirm(isCompany ? { ...account, email: null } : account);
  const open = { now: admin.now, state: 'open', limit: 1, openings: 0 } as const;
  const [companies, documents, { total: links }, counts] = await Promise.all([
    isCompany ? [] : listCompaniesLeft(id),
    listVault(id),
    listShares(id, open),
    countErasable(isCompany ? id : account.email),
  ]);
  const withOthers = companies.filter(({ others }) => others > 0);
  const erasable = erasableText(counts);
  const field = formFields<typeof accountErasure>({ values, errors });
  return (
    <div className="max-w-text">
      <BackLink href={page} label="Volver a la cuenta" />
      <PageHeading lead="No se puede deshacer.">Borra esta cuenta</PageHeading>
      <ProblemNotice problem={problem} />
      <p className="mb-4">
        Hazlo cuando lo pida desde su propia dirección,{' '}
        <strong className="wrap-anywhere">{account.email}</strong>.
      </p>
      {withOthers.length > 0 ? (
        <Notice tone="warning" title="Todavía no se puede borrar">
          <p>
            Es la única persona que administra{' '}
            {withOthers.map((company) => company.name).join(', ')}, y ahí trabaja más gente. Primero
            tiene que darle ese rol a otra persona.
          </p>
        </Notice>
      ) : (
        <>
          <ul className="mb-8 grid list-disc gap-1.5 pl-5">
            <li>
              {isCompany
                ? 'La empresa se borra para todas las personas que trabajan en ella. Sus cuentas siguen.'
                : 'Se borran su perfil, su contraseña y sus sesiones.'}
            </li>
            {companies.map((company) => (
              <li key={company.id}>
                Se elimina la empresa <strong>{company.name}</strong>, porque nadie más trabaja en
                ella.
              </li>
            ))}
            <li>
              Se borra su carpeta (documentos: <strong>{documents.length}</strong>) y dejan de
              servir sus enlaces (abiertos: <strong>{links}</strong>).
            </li>
            <li>
              De sus pagos queda lo que pide la ley tributaria, y la auditoría queda sin su nombre.
              Lo demás que envió se conserva por los plazos de la política de privacidad, salvo que
              pida borrarlo también.
            </li>
          </ul>
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
