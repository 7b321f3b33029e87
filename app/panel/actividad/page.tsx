import type { Metadata } from 'next';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { getPageUser } from '#app/_lib/page-user.ts';
import { NextPage } from '#components/list/listing.tsx';
import { ActivityList } from '#components/panel/trail-lists.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listActivity } from '#lib/domain/dashboard/activity.ts';

const PAGE_SIZE = 25;

export const metadata: Metadata = { title: 'Actividad de tu cuenta' };

export default async function ActivityPage(props: PageProps<'/panel/actividad'>) {
  const user = await getPageUser();
  const { query } = await readPageQuery(props);
  const before = /^\d{1,15}$/.test(query.antes ?? '') ? Number(query.antes) : undefined;
  const fetched = await listActivity(user, { limit: PAGE_SIZE + 1, before });
  const events = fetched.slice(0, PAGE_SIZE);
  const last = events.at(-1);
  return (
    <div className="max-w-text">
      <BackLink href="/panel/perfil" label="Volver al perfil" />
      <PageHeading
        lead={`Todo lo que pasó con tu cuenta${user.companyId ? ' y con la empresa' : ''}, desde lo más reciente.`}
      >
        Actividad de tu cuenta
      </PageHeading>
      {events.length > 0 ? <ActivityList events={events} /> : <p>No hay más actividad.</p>}
      <NextPage
        path="/panel/actividad"
        values={{}}
        page={{ next: last && fetched.length > PAGE_SIZE ? last.id : null }}
        from="antes"
      />
    </div>
  );
}
