import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { pageMetadata } from '#app/_lib/page-query.ts';
import { getPageAdmin } from '#app/_lib/page-user.ts';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { erasedLines, keptLines } from '#lib/domain/erasure/certificate-copy.ts';
import { getErasureCertificate } from '#lib/domain/erasure/certificates.ts';
import { retentionText } from '#lib/domain/privacy/rules.ts';
import { formatDateTime, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';

type Props = PageProps<'/admin/borrar/constancia/[id]'>;

export const generateMetadata = pageMetadata('Constancia de un borrado');

/** The proof of an erasure, to print. It names only the person who erased. */
export default async function ErasureCertificatePage(props: Props) {
  const { id } = await props.params;
  const admin = await getPageAdmin();
  const { erasedAt, counts, role, name } = await getByPathNumber(id, (number) =>
    getErasureCertificate(admin, number),
  );
  const eraser = role === 'admin' ? name : 'La persona misma, al eliminar su cuenta';
  const [erased, kept] = [erasedLines(counts), keptLines(counts)];
  return (
    <div className="max-w-text">
      <BackLink href="/admin/borrar" label="Borrar los datos de una persona" />
      <PageHeading
        caption={brand.name}
        intro="Para imprimirla o guardarla como PDF, usa Imprimir en tu navegador."
      >
        Constancia de borrado {formatRequestNumber(id)}
      </PageHeading>
      <div className="grid gap-8">
        <SummaryList
          rows={[
            { label: 'Cuándo', value: `${formatDateTime(erasedAt)}, hora de Chile` },
            { label: 'Quién lo hizo', value: eraser },
            {
              label: 'De quién',
              value: `No guardamos su correo. Por ${retentionText('erasureProof')} queda una huella irreconocible: al escribir el correo en Borrar, aparece esta constancia.`,
            },
          ]}
        />
        <Section title="Se borró">
          <Lines lines={erased} none="Nada: solo había lo que queda." />
        </Section>
        <Section title="Queda, y por qué">
          <Lines lines={kept} />
        </Section>
      </div>
    </div>
  );
}

function Lines({ lines, none }: { lines: readonly string[]; none?: string }) {
  if (lines.length === 0) return <p>{none}</p>;
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {lines.map((line) => (
        <li key={line}>{line}.</li>
      ))}
    </ul>
  );
}
