import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { HolderLink } from '#components/ui/holder-scope.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listSolelyOwnedCompanies } from '#lib/domain/accounts/companies/last-owner.ts';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';
import type { actForForm } from '#lib/domain/accounts/companies/schema.ts';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import { erasableText } from '#lib/domain/erasure/copy.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';
import { listShares } from '#lib/domain/share-links/reads/list-links.ts';
import { formatCount } from '#lib/platform/chile/format.ts';

export const generateMetadata = pageMetadata('Elimina tu cuenta');

/** Deletes the account on a page of its own, so that nobody does it by mistake. */
export default async function DeleteAccountPage(props: PageProps<'/panel/eliminar-cuenta'>) {
  const user = await requirePageUser({ sudo: true });
  const { holderId, companyId, owner, memberRole } = user;
  if (memberRole !== 'owner') return <OwnersOnly />;
  const { problem, values } = await readPageQuery(props);
  const { razonSocial } = await getAccount(holderId);
  const name = companyId ? (razonSocial ?? 'la empresa') : 'tu cuenta';
  const companies = companyId ? [] : await listSolelyOwnedCompanies(user.accountId);
  const companiesWithOthers = companies.filter(({ others }) => others > 0);
  if (companiesWithOthers.length > 0) return <LastOwner companies={companiesWithOthers} />;
  const documents = await listVault(holderId);
  const openSharesQuery = { now: user.now, state: 'open', limit: 1, openings: 0 } as const;
  const { total: linkCount } = await listShares(holderId, openSharesQuery);
  const erasable = erasableText(await countErasable(owner));
  return (
    <div className="max-w-text">
      <BackLink href={companyId ? COMPANY_PAGE : '/panel/perfil'} label="Volver" />
      <PageHeading intro="No se puede deshacer.">Elimina {name}</PageHeading>
      <ProblemNotice problem={problem} />
      <ul className="mb-8 grid list-disc gap-1.5 pl-5">
        <li>
          {companyId
            ? 'La empresa se borra para todas las personas que trabajan en ella. Sus cuentas siguen.'
            : 'Se borran tu perfil y tu contraseña.'}
        </li>
        {companies.map(({ id, name: company, documents: documentCount }) => (
          <li key={id}>
            Se elimina la empresa <strong>{company}</strong>, porque nadie más trabaja en ella, con
            su carpeta: <strong>{formatCount(documentCount, 'documento', 'documentos')}</strong>.
          </li>
        ))}
        <li>
          Se borra {companyId ? 'su' : 'tu'} carpeta:{' '}
          <strong>{formatCount(documents.length, 'documento', 'documentos')}</strong>, con sus
          archivos.
        </li>
        <li>
          Dejan de servir{' '}
          <strong>{formatCount(linkCount, 'enlace compartido', 'enlaces compartidos')}</strong> y el
          enlace de tu calendario.
        </li>
        {!companyId && <li>Se cierran todas tus sesiones.</li>}
        <li>
          De tus pagos queda lo que pide la ley tributaria. Lo demás que enviaste se conserva por
          los plazos de la <a href="/privacidad">política de privacidad</a>, salvo que aquí pidas
          borrarlo también.
        </li>
        <li>
          Si quieres una copia de tus datos,{' '}
          <HolderLink href="/api/account/export">descárgala antes</HolderLink>.
        </li>
      </ul>
      <Form action="/panel/eliminar-cuenta/confirmar" className="grid gap-6">
        {erasable && (
          <Checkbox
            name="sent"
            value="erase"
            defaultChecked={values.sent === 'erase'}
            label={`Borrar también lo que envié: ${erasable}`}
            hint="Con sus archivos. Lo que esté en trámite deja de gestionarse."
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" wide>
            {companyId ? `Eliminar ${name}` : 'Eliminar mi cuenta'}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** Shows in advance why the deletion would be refused, and where to hand over the role of owner. */
function LastOwner({ companies }: { companies: readonly { id: string; name: string }[] }) {
  return (
    <div className="max-w-text">
      <BackLink href="/panel/perfil" label="Volver" />
      <PageHeading intro="Antes, dale a otra persona el rol de quien administra: en estas empresas trabaja más gente y solo las administras tú.">
        Elimina tu cuenta
      </PageHeading>
      <ul className="grid gap-4">
        {companies.map(({ id, name }) => (
          <li key={id}>
            <Form action={`${SWITCH_PAGE}/actuar`} next={`${COMPANY_PAGE}#personas`}>
              <HiddenField<typeof actForForm> name="company" value={id} />
              <Button variant="secondary">Ver quiénes trabajan en {name}</Button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OwnersOnly() {
  return (
    <div className="max-w-text">
      <BackLink href={COMPANY_PAGE} label="Volver" />
      <PageHeading intro="Solo quien administra la empresa puede eliminarla. Si quieres dejarla, sal de ella en su página.">
        Elimina la empresa
      </PageHeading>
    </div>
  );
}
