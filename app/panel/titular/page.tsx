import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { HolderFields } from '#components/account/holder-fields.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { HOLDER_PAGE } from '#lib/domain/accounts/rules.ts';
import { profileValues } from '#lib/domain/accounts/view.ts';
import { safeNext } from '#lib/http/api/safe-next.ts';

export const generateMetadata = pageMetadata('¿Para quién son tus garantías?');

export default async function HolderPage(props: PageProps<'/panel/titular'>) {
  const user = await requirePageUser();
  const { query, problem, values, errors } = await readPageQuery(props);
  const account = await getAccount(user.accountId);
  const prefilled = { ...profileValues(account), role: 'juridica' };
  return (
    <>
      <PageHeading intro="Cada empresa tiene su carpeta, sus garantías y sus pagos, separados de los tuyos. Puedes agregar más cuando quieras.">
        ¿Para quién son tus garantías?
      </PageHeading>
      <ProblemNotice problem={problem} />
      <Form action={`${HOLDER_PAGE}/guardar`} next={query.next} className="grid max-w-text gap-6">
        <HolderFields values={{ ...prefilled, ...values }} errors={errors} />
        <div className="flex flex-wrap gap-3">
          <Button wide>Guardar</Button>
          <LinkButton href={safeNext(query.next, '/panel/perfil')} variant="quiet">
            Ahora no
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
