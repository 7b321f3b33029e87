import { getPageMember } from '#app/page-member.ts';
import { type PageProps, readPageQuery, titled } from '#app/page-query.ts';
import { CategoryList } from '#components/documents/category-list.tsx';
import { DocumentEnhancers } from '#components/documents/enhancers.tsx';
import { ExpiryTimeline } from '#components/documents/expiry-timeline.tsx';
import { QuotaNotice } from '#components/documents/quota-notice.tsx';
import { UploadForm } from '#components/documents/upload-form.tsx';
import { VaultProgress } from '#components/documents/vault-progress.tsx';
import { VaultTabs } from '#components/documents/vault-tabs.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { overviewOf } from '#lib/domain/alerts/overview.ts';
import { uploadedText } from '#lib/domain/documents/copy.ts';
import { listVault, usageIn } from '#lib/domain/documents/reads.ts';
import { getEnv } from '#lib/platform/env.ts';

export const generateMetadata = titled('Tus documentos');

export default async function VaultPage(props: PageProps) {
  const { query, problem, errors } = await readPageQuery(props);
  const member = await getPageMember('/panel/documentos');
  const documents = await listVault(member.accountId);
  const overview = overviewOf(documents, member.role, member.now);
  const { groups, timeline } = overview;
  const { maxFiles, quotaBytes } = getEnv().vault;
  return (
    <PanelPage member={member} current="documentos" enhancers={<DocumentEnhancers />}>
      <PageHeading lead="Lo que las aseguradoras le piden a toda empresa, en un solo lugar y al día.">
        Tus documentos
      </PageHeading>
      <VaultTabs current="/panel/documentos" />
      <ProblemNotice problem={problem} />
      <DoneNotice>
        {!problem && query.aviso === 'subido' && uploadedText(Number(query.n) || 1)}
      </DoneNotice>
      <div className="mb-5">
        <UploadForm
          title="Sube documentos"
          hint="Donde guardamos uno solo, el nuevo reemplaza al anterior."
          role={member.role}
          many
          withTitle={errors.customTitle !== undefined}
          maxUploadMb={Math.floor(getEnv().maxUploadBytes / 1024 / 1024)}
          errors={errors}
        />
      </div>
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
