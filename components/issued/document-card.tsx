import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { formatSize } from '#lib/platform/format.ts';

type Props = {
  document: { fileName: string; size: number | null; verdict: string } | null;
  documentHref: string;
  sheetHref: string | null;
  children?: ReactNode;
};

/** The paper itself, and what goes along with it to the beneficiary. */
export function DocumentCard({ document, documentHref, sheetHref, children }: Props) {
  return (
    <Card title="Documento">
      {document ? (
        <p className="wrap-anywhere">
          {document.fileName}{' '}
          <span className="whitespace-nowrap text-ink-soft">{formatSize(document.size ?? 0)}</span>
        </p>
      ) : (
        <p>Sin documento: se agregó solo con sus datos.</p>
      )}
      {document?.verdict === 'waiting' && (
        <p className="mt-2 text-sm">Buscamos virus en el archivo: suele tomar segundos.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {document?.verdict === 'clean' && (
          <LinkButton href={documentHref} wide download>
            Descargar documento
          </LinkButton>
        )}
        {sheetHref && (
          <LinkButton href={sheetHref} variant="secondary" wide download>
            Hoja de entrega (PDF)
          </LinkButton>
        )}
      </div>
      {children}
    </Card>
  );
}
