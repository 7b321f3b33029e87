import { redirect } from 'next/navigation';
import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { EraseForm } from '#components/admin/erase-form.tsx';
import { fromList } from '#components/admin/lead/lead-form.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listAffectedRecords } from '#lib/domain/erasure/affected.ts';
import { erasableText } from '#lib/domain/erasure/copy.ts';
import { countErasable } from '#lib/domain/erasure/reads.ts';
import { openLead } from '#lib/domain/requests/team/writes/open-lead.ts';

type Props = PageProps<'/admin/leads/[id]/borrar'>;

export const generateMetadata = pageMetadata('Borra los datos de una persona');

export default async function ErasePersonPage(props: Props) {
  const { id } = await props.params;
  const { query, problem, errors } = await readPageQuery(props);
  const admin = await getPageAdmin({ sudo: true });
  const lead = await getByPathNumber(id, (number) => openLead(admin, number));
  const page = `/admin/leads/${lead.id}`;
  if (lead.erasedAt !== null) redirect(page);
  return (
    <div className="max-w-text">
      <BackLink href={`${page}${fromList(query.lista)}`} label="Volver al detalle" />
      <PageHeading intro="No se puede deshacer.">Borra los datos de esta persona</PageHeading>
      <ProblemNotice problem={problem} />
      <p className="mb-4">
        Hazlo cuando <strong className="wrap-anywhere">{lead.name}</strong> lo pida desde su propia
        dirección, <strong className="wrap-anywhere">{lead.email}</strong>.
      </p>
      <EraseForm
        sentCountText={erasableText(await countErasable(lead.email))}
        affected={await listAffectedRecords(lead.email)}
        person={lead}
        errors={errors}
        action={`${page}/borrar/confirmar`}
      />
    </div>
  );
}
