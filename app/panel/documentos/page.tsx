import type { Metadata } from 'next';
import { getPageMember } from '#app/page-member.ts';
import { CategoryList } from '#components/documents/category-list.tsx';
import { ExpiryTimeline } from '#components/documents/expiry-timeline.tsx';
import { QuotaNotice } from '#components/documents/quota-notice.tsx';
import { VaultProgress } from '#components/documents/vault-progress.tsx';
import { VaultTabs } from '#components/documents/vault-tabs.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { overviewOf } from '#lib/domain/alerts/overview.ts';
import { listVault, usageIn } from '#lib/domain/documents/reads.ts';
import { getEnv } from '#lib/platform/env.ts';

export const metadata: Metadata = { title: 'Tus documentos' };

export default async function VaultPage() {
  const member = await getPageMember('/panel/documentos');
  const documents = await listVault(member.accountId);
  const overview = overviewOf(documents, member.role, member.now);
  const { groups, timeline } = overview;
  const { maxFiles, quotaBytes } = getEnv().vault;
  return (
    <PanelPage member={member} current="documentos">
      <PageHeading lead="Lo que las aseguradoras le piden a toda empresa, en un solo lugar y al día.">
        Tus documentos
      </PageHeading>
      <VaultTabs current="/panel/documentos" />
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_2fr]">
        <Card title="Tu carpeta">
          <VaultProgress {...overview} />
          {documents.length > 0 && (
            <div className="mt-5">
              <LinkButton href="/panel/documentos/compartir" variant="secondary" wide>
                Compartir carpeta
              </LinkButton>
            </div>
          )}
        </Card>
        <Card title="Próximos vencimientos">
          {timeline.length > 0 ? (
            <ExpiryTimeline entries={timeline} />
          ) : (
            <p>
              Cuando subas un documento, aquí verás hasta cuándo vale. Te avisaremos por correo
              antes de que venza.
            </p>
          )}
        </Card>
      </div>
      {groups.map((group) => (
        <CategoryList key={group.label} {...group} />
      ))}
      <QuotaNotice {...usageIn(documents)} maxFiles={maxFiles} maxBytes={quotaBytes} />
    </PanelPage>
  );
}
