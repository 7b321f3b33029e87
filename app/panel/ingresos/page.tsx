import type { Metadata } from 'next';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { NextPage } from '#components/list/listing.tsx';
import { SignInList } from '#components/panel/trail-lists.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listSignIns } from '#lib/domain/audit/reads.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

const PAGE_SIZE = 25;

export const metadata: Metadata = { title: 'Tus ingresos' };

export default async function SignInsPage(props: PageProps<'/panel/ingresos'>) {
  const user = await requirePageUser();
  const { query } = await readPageQuery(props);
  const before = parseRowId(query.antes);
  const fetchedSignIns = await listSignIns(user.accountId, { limit: PAGE_SIZE + 1, before });
  const signIns = fetchedSignIns.slice(0, PAGE_SIZE);
  const lastSignIn = signIns.at(-1);
  return (
    <div className="max-w-text">
      <BackLink href="/panel/perfil" label="Volver al perfil" />
      <PageHeading intro="Si no reconoces uno, cierra las sesiones y cambia tu contraseña.">
        Tus ingresos
      </PageHeading>
      <SignInList signIns={signIns} />
      <NextPage
        path="/panel/ingresos"
        values={{}}
        page={{ next: lastSignIn && fetchedSignIns.length > PAGE_SIZE ? lastSignIn.id : null }}
        cursorParam="antes"
      />
    </div>
  );
}
