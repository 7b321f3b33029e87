import type { Metadata } from 'next';
import { ApiViewer } from '#components/site/api-viewer.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { docsFiles } from '#lib/http/docs/docs.ts';

export const metadata: Metadata = { title: 'API', robots: { index: false } };

export default async function DocsPage() {
  const { script, style } = await docsFiles();
  const intro = (
    <>
      Pide garantías, consulta licitaciones y guarda documentos desde tu sistema. La descripción
      está en inglés; para tu programa, también como <a href="/api/openapi.json">OpenAPI 3.1</a>.
    </>
  );
  return (
    <SiteShell>
      <link rel="stylesheet" href={`/docs/${style.name}`} precedence="viewer" />
      <Container>
        <div className="pt-8 pb-16 sm:pt-12">
          <PageHeading intro={intro}>API de Resguardo</PageHeading>
          <ApiViewer script={`/docs/${script.name}`} />
        </div>
      </Container>
    </SiteShell>
  );
}
