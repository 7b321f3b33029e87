import { readPageQuery, titled } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { Listing } from '#components/list/listing.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import {
  accountColumns,
  listTeamAndNewest,
  searchAccounts,
  withLocks,
} from '#lib/domain/accounts/search-accounts.ts';

const home = '/admin/cuentas';
const search = { name: 'q', label: 'Buscar', placeholder: 'Nombre, empresa, correo o RUT' };

export const generateMetadata = titled('Cuentas');

export default async function AccountsPage(props: PageProps<'/admin/cuentas'>) {
  const { query } = await readPageQuery(props);
  const { now } = await getPageAdmin();
  const q = query.q?.trim().slice(0, 200) ?? '';
  const rows = await withLocks(await (q ? searchAccounts(q) : listTeamAndNewest()), now);
  return (
    <>
      <PageHeading>Cuentas</PageHeading>
      <DoneNotice>{query.aviso === 'eliminada' && 'Borraste la cuenta.'}</DoneNotice>
      <Listing
        {...{ path: home, values: { q }, search, now }}
        columns={accountColumns}
        page={{ rows, next: null }}
        keyOf={({ id }) => id}
        title={
          !q ? 'El equipo y las más nuevas' : rows.length > 0 ? 'Encontradas' : 'Nada coincide'
        }
        empty="Ninguna cuenta tiene ese nombre, ni un correo o un RUT que empiece así."
      />
    </>
  );
}
