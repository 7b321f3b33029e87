import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { PERSONAL } from '#lib/domain/accounts/companies/copy.ts';
import { listCompaniesOf } from '#lib/domain/accounts/companies/reads.ts';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';
import type { actForForm } from '#lib/domain/accounts/companies/schema.ts';
import { stopAfter } from '#lib/platform/chile/format.ts';

export const generateMetadata = pageMetadata('¿Por quién quieres seguir?');

/** Shown after a form was refused because its page belonged to another account holder (`de`). */
export default async function SwitchPage(props: PageProps<'/panel/cambiar'>) {
  const { accountId, companyId } = await requirePageUser({ allowsNoFactor: true });
  const { query } = await readPageQuery(props);
  const companies = await listCompaniesOf(accountId);
  const nameOf = (id: string | null | undefined) =>
    companies.find((company) => company.id === id)?.name;
  const previousName = query.de === accountId ? PERSONAL : nameOf(query.de);
  const currentName = nameOf(companyId) ?? PERSONAL;
  return (
    <div className="max-w-text">
      <PageHeading>¿Por quién quieres seguir?</PageHeading>
      {previousName ? (
        <>
          <p className="mb-6">
            No hicimos nada. La página que tenías abierta es de <strong>{previousName}</strong>, y
            en otra pestaña empezaste a actuar por <strong>{currentName}</strong>
            {stopAfter(currentName)}
          </p>
          <Form action={`${SWITCH_PAGE}/actuar`} next={query.next} className="flex flex-wrap gap-3">
            <HiddenField<typeof actForForm>
              name="company"
              value={query.de === accountId ? '' : query.de}
            />
            <Button>Seguir por {previousName}</Button>
            <LinkButton href="/panel" variant="secondary">
              Seguir por {currentName}
            </LinkButton>
          </Form>
        </>
      ) : (
        <>
          <p className="mb-6">
            No hicimos nada. La página que tenías abierta es de una empresa o cuenta por la que ya
            no puedes actuar. Ahora actúas por <strong>{currentName}</strong>
            {stopAfter(currentName)}
          </p>
          <LinkButton href="/panel">Seguir por {currentName}</LinkButton>
        </>
      )}
    </div>
  );
}
