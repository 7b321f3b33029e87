import type { Metadata } from 'next';
import { findNotice, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { CalendarCard, MailSwitch } from '#components/documents/alert-cards.tsx';
import { VaultTabs } from '#components/documents/vault-tabs.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getAlertSettings } from '#lib/domain/alerts/reads.ts';
import { ALERTS_PAGE, calendarUrl } from '#lib/domain/alerts/view.ts';

export const metadata: Metadata = { title: 'Avisos de vencimiento' };

export default async function AlertsPage(props: PageProps<'/panel/documentos/avisos'>) {
  const user = await requirePageUser();
  const { query, problem } = await readPageQuery(props);
  const { mails: areMailsOn, calendarId } = await getAlertSettings(user);
  const notice = findNotice(notices, query);
  return (
    <>
      <PageHeading intro="Para que ningún documento venza sin que lo sepas.">
        Avisos de vencimiento
      </PageHeading>
      <VaultTabs current={ALERTS_PAGE} />
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && notice}</DoneNotice>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <MailSwitch isOn={areMailsOn} email={user.email} />
        <CalendarCard url={calendarId ? calendarUrl(calendarId) : null} />
      </div>
    </>
  );
}

const notices: Record<string, string> = {
  'correo-si': 'Te avisaremos por correo antes de cada vencimiento.',
  'correo-no': 'Ya no te enviaremos avisos de vencimiento.',
  calendario: 'Tu enlace de suscripción está listo. Si tenías otro, dejó de servir.',
  'calendario-terminado': 'Cerraste el enlace de suscripción: ya no abre nada.',
};
