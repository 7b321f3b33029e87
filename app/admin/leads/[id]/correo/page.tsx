import { redirect } from 'next/navigation';
import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { CorrectEmailForm } from '#components/admin/lead/correct-email-form.tsx';
import { fromList } from '#components/admin/lead/lead-form.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import {
  findCorrectionRefusal,
  findLeadContact,
  listOtherLeads,
} from '#lib/domain/requests/team/reads/email-correction.ts';
import { leadNumberOf } from '#lib/domain/requests/team/rules.ts';
import { openLead } from '#lib/domain/requests/team/writes/open-lead.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = PageProps<'/admin/leads/[id]/correo'>;

export const generateMetadata = pageMetadata('Corrige el correo');

export default async function CorrectEmailPage(props: Props) {
  const { id } = await props.params;
  const { query, problem, values, errors } = await readPageQuery(props);
  const admin = await getPageAdmin({ sudo: true });
  const lead = await getByPathNumber(id, (number) => openLead(admin, number));
  const backPath = `/admin/leads/${lead.id}${fromList(query.lista)}`;
  const contact = await findLeadContact(lead.id);
  if (lead.erasedAt !== null || !contact) redirect(backPath);
  const refusal = await findCorrectionRefusal(contact);
  return (
    <div className="max-w-form">
      <BackLink href={backPath} label="Volver al detalle" />
      <PageHeading intro={`${lead.name}, ${formatRequestNumber(leadNumberOf(lead))}`}>
        Corrige el correo
      </PageHeading>
      <ProblemNotice problem={problem} />
      {refusal ? (
        <p>{refusal}</p>
      ) : (
        <CorrectEmailForm
          {...{ lead, values, errors }}
          list={query.lista ?? ''}
          others={await listOtherLeads(lead.email, lead.id)}
        />
      )}
    </div>
  );
}
