import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { Listing } from '#components/list/listing.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import {
  accountColumnsFor,
  listTeamAndNewestAccounts,
  searchAccounts,
  withLocks,
} from '#lib/domain/accounts/reads/search-accounts.ts';

const pagePath = '/admin/cuentas';
const search = { name: 'q', label: 'Buscar', placeholder: 'Nombre, empresa, correo o RUT' };

export const generateMetadata = pageMetadata('Cuentas');

export default async function AccountsPage(props: PageProps<'/admin/cuentas'>) {
  const { query } = await readPageQuery(props);
  const { now } = await getPageAdmin();
  const q = query.q?.trim().slice(0, 200) ?? '';
  const rows = await withLocks(await (q ? searchAccounts(q) : listTeamAndNewestAccounts()), now);
  return (
    <>
      <PageHeading>Cuentas</PageHeading>
      <details className="mb-4">
        <summary className="w-fit py-1.5">Agregar o sacar a alguien del equipo</summary>
        <p className="max-w-text">
          Se hace en el servidor, para que nadie lo pueda hacer con una sesión robada:{' '}
          <code className="font-mono text-sm select-all">npm run admin -- create su@correo.cl</code>{' '}
          y{' '}
          <code className="font-mono text-sm select-all">npm run admin -- revoke su@correo.cl</code>
          . Quien entra elige su contraseña en <a href="/recuperar">Recuperar</a> y conecta su
          segundo paso al ingresar. Antes de sacar a alguien, traspasa sus solicitudes desde su
          cuenta.
        </p>
      </details>
      <DoneNotice>{query.aviso === 'eliminada' && 'Borraste la cuenta.'}</DoneNotice>
      <Listing
        {...{ path: pagePath, values: { q }, search, now }}
        columns={accountColumnsFor(rows)}
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
