import { Icon } from '#components/ui/icon.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { HIDDEN_NAME, issuedLabels, sideCopy } from '#lib/domain/issued-guarantees/copy.ts';
import type { IssuedGuarantee } from '#lib/domain/issued-guarantees/schema.ts';

type Props = {
  guarantee: Pick<
    IssuedGuarantee,
    'issuerVerifyUrl' | 'issuerName' | 'issuerNumber' | 'recordedBy'
  >;
  /** True for a guarantee that does not cover any more, so that nobody would accept it. */
  isOver: boolean;
};

/** Links to the issuer's page and shows its host. That page gets no referrer. */
export function ConfirmWithIssuer({ guarantee, isOver }: Props) {
  const intro = isOver ? 'Si te queda una duda' : 'Antes de aceptarla';
  const { issuerName, issuerNumber, recordedBy } = guarantee;
  // A company could enter a page of its own as the issuer's, so only URLs from advisors become
  // links.
  const url = recordedBy === 'advisor' ? guarantee.issuerVerifyUrl : null;
  // If a company entered the number, only its last characters are shown.
  const numberEnd = issuerNumber.length > 1 && `, que termina en ${issuerNumber.slice(1)}`;
  const number = (
    <UnbrokenText
      text={
        recordedBy === 'company'
          ? `el número que trae el documento${numberEnd || ''}`
          : `el número ${issuerNumber}`
      }
    />
  );
  const issuer = issuerName === HIDDEN_NAME ? 'quien emitió el documento' : issuerName;
  return (
    <div className="max-w-text">
      <h2 className="flex gap-2 text-base font-semibold">
        <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-warning" />
        No reemplaza la confirmación del emisor.
      </h2>
      {url ? (
        <>
          <p className="mt-2 wrap-anywhere">
            {intro}, confírmala con {issuer}: dale {number}.
          </p>
          <p className="mt-2">
            {issuedLabels.issuerVerifyUrl}, según {sideCopy.advisor}:{' '}
            <a href={url} rel="noopener noreferrer nofollow">
              {new URL(url).host}
            </a>
            . Comprueba que sea su sitio.
          </p>
        </>
      ) : (
        <p className="mt-2 wrap-anywhere">
          {intro}, llama o escribe a {issuer} y dale {number}. Busca su contacto en su sitio
          oficial, no en el documento que te entregaron.
        </p>
      )}
    </div>
  );
}
