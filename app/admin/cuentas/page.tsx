import { getPageAdmin } from '#app/page-member.ts';
import { addressOf, type PageProps, readPageQuery, titled } from '#app/page-query.ts';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { SearchForm } from '#components/issued/search-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { roleCopy } from '#lib/domain/accounts/copy.ts';
import { type DeskAccount, searchAccounts } from '#lib/domain/accounts/desk.ts';
import { formatRut } from '#lib/platform/rut.ts';

export const generateMetadata = titled('Cuentas');

export default async function AccountsPage(props: PageProps) {
  const { query } = await readPageQuery(props);
  const { email } = await getPageAdmin(addressOf('/admin/cuentas', query));
  const q = query.q?.trim().slice(0, 200) ?? '';
  const found = q ? await searchAccounts(q) : null;
  return (
    <AdminPage email={email} current="cuentas">
      <PageHeading>Cuentas</PageHeading>
      <SearchForm q={q} hint="El correo o el RUT, también solo su comienzo." />
      {found && (
        <Card title={found.length === 0 ? 'Nada coincide' : 'Encontradas'}>
          {found.length === 0 ? (
            <p>Ninguna cuenta tiene un correo o un RUT que empiece así.</p>
          ) : (
            <ul className="border-t border-line">
              {found.map((account) => (
                <AccountRow key={account.id} {...account} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </AdminPage>
  );
}

function AccountRow({ id, email, name, rut, role, suspendedAt }: DeskAccount) {
  return (
    <li className="border-b border-line py-3">
      <p className="flex flex-wrap items-center gap-x-3 font-semibold wrap-anywhere">
        <a href={`/admin/cuentas/${id}`} className="inline-block py-1">
          {email}
        </a>
        {suspendedAt !== null && <Tag tone="danger">Suspendida</Tag>}
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {[name, rut && formatRut(rut), roleCopy[role]].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
