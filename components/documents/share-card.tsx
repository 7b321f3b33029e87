import { Openings } from '#components/documents/openings.tsx';
import { copiesLink, ShareMainAction } from '#components/documents/share-acts.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import {
  linkStateCopy,
  secretsPluralText,
  unseenByVisitorsText,
} from '#lib/domain/share-links/copy.ts';
import { MAX_LISTED_OPENINGS, MAX_WRONG_PASSWORDS } from '#lib/domain/share-links/rules.ts';
import { parseRecipientEmail, type Share } from '#lib/domain/share-links/schema.ts';
import { linkDocumentName, linkHeading } from '#lib/domain/share-links/view.ts';
import { formatCount, formatDateTime } from '#lib/platform/chile/format.ts';

/** Without `now` the card has no buttons to change or send the link. */
type Props = { share: Share; now?: number; isNew?: boolean };

export function ShareCard({ share, now, isNew = false }: Props) {
  const fileNames = share.documents.flatMap(({ fileName }) => fileName ?? []);
  const names = share.documents.map((document) => linkDocumentName(share.documents, document));
  const heading = linkHeading(share);
  const title = share.recipient ? `${heading}, para ${share.recipient}` : heading;
  const unseenNotice =
    share.viewOnly && share.state === 'live' ? unseenByVisitorsText(fileNames) : null;
  const hasCopyButton = copiesLink(share, now);
  const hasEnded = share.state === 'revoked' || share.state === 'expired';
  const expiryText = `${untilText(share.state)} el ${formatDateTime(Date.parse(share.expiresAt))}`;
  const proofs = [
    ...(share.hasPassword ? ['con contraseña'] : []),
    ...(share.codeEmail ? ['con código'] : []),
    ...(share.viewOnly ? ['solo ver'] : []),
  ];
  return (
    <li id={share.id} className="border-b border-line p-4 last:border-b-0 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold wrap-anywhere">
            {share.recipient ?? heading}
            <Tag tone={linkStateCopy[share.state].tone}>{linkStateCopy[share.state].label}</Tag>
          </h2>
          <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
            {share.recipient && `${heading} · `}
            <UnbrokenText
              text={[
                visitCountText(share) + lastText(share),
                ...openedTexts(share),
                expiryText,
                ...proofs,
              ].join(' · ')}
            />
          </p>
          {share.askedAt && (
            <p className="text-sm font-semibold">
              Pidieron un enlace nuevo el {formatDateTime(Date.parse(share.askedAt))}.
            </p>
          )}
        </div>
        {!(isNew && hasCopyButton) && <ShareMainAction {...{ share, title, now }} />}
      </div>
      <ShareActs {...{ share, title, now, hasEnded }} />
      {unseenNotice && (
        <div className="mt-3 wrap-anywhere">
          <Notice tone="warning">{unseenNotice}</Notice>
        </div>
      )}
      {share.lockedUntil && !hasEnded && (
        <div className="mt-3">
          <Notice tone="warning">
            <p>
              Alguien probó {MAX_WRONG_PASSWORDS} {secretsPluralText(share.codeEmail)} equivocadas.
              El enlace no recibe {secretsPluralText(share.codeEmail)} hasta el{' '}
              <span className="whitespace-nowrap">
                {formatDateTime(Date.parse(share.lockedUntil))}
              </span>
              . Si no fue a quien se lo enviaste, ciérralo y crea otro.
            </p>
          </Notice>
        </div>
      )}
      <details className="mt-1" open={isNew}>
        <summary className="w-fit cursor-pointer py-2 text-sm font-semibold text-brand">
          Detalles<VisuallyHidden> de {title}</VisuallyHidden>
        </summary>
        <div className="grid gap-2 pb-4">
          <ol className="list-decimal pl-8 text-sm wrap-anywhere">
            {share.documents.map(({ id }, index) => (
              <li key={id}>{names[index]}</li>
            ))}
          </ol>
          {share.documents.map(
            ({ id, fileName, renewedAt }) =>
              fileName &&
              renewedAt && (
                <p key={id} className="text-sm wrap-anywhere">
                  Desde el {formatDateTime(Date.parse(renewedAt))} muestra {fileName}.
                </p>
              ),
          )}
          {share.codeEmail && <p className="text-sm">Pide un código que llega a su correo.</p>}
          {share.notify && !hasEnded && (
            <p className="text-sm">Te avisamos de la primera visita.</p>
          )}
          {share.sentAt && (
            <p className="text-sm">
              Enviado a {parseRecipientEmail(share.recipient ?? '')} el{' '}
              {formatDateTime(Date.parse(share.sentAt))}.
            </p>
          )}
          {share.recipientNote && (
            <p className="text-sm whitespace-pre-line">Nota: “{share.recipientNote}”</p>
          )}
          {share.shortUrl && (
            <div>
              <CopyField
                id={`enlace-${share.id}`}
                label="Enlace"
                subject={`de ${title}`}
                value={share.shortUrl}
                verb={hasCopyButton ? null : 'Copiar'}
              />
            </div>
          )}
          {share.state === 'live' && !share.shortUrl && (
            <p className="text-sm text-ink-soft">
              No podemos mostrar otra vez su dirección. Si la perdiste, ciérralo y crea otro.
            </p>
          )}
          {share.lastOpenings.length > 0 && <Openings share={share} />}
        </div>
      </details>
    </li>
  );
}

type ActsProps = Omit<Props, 'isNew'> & { title: string; hasEnded: boolean };

function ShareActs({ share, title, now, hasEnded }: ActsProps) {
  const buttonStyle = { variant: 'quiet', compact: true } as const;
  const path = `/panel/documentos/enlaces/${share.id}`;
  return (
    <div className="flex flex-wrap items-start gap-x-1">
      {!hasEnded && (
        <EditorsOnly>
          {now && share.state === 'live' && (
            <div>
              <LinkButton href={path} {...buttonStyle}>
                Cambiar<VisuallyHidden> el enlace de {title}</VisuallyHidden>
              </LinkButton>
            </div>
          )}
          <ConfirmButton
            verb="Cerrar enlace"
            subject={`de ${title}`}
            buttonStyle={buttonStyle}
            question="Deja de abrir en el acto y no se puede abrir otra vez."
            action="/panel/documentos/enlaces/cerrar"
            field={{ name: 'id', value: share.id }}
          />
        </EditorsOnly>
      )}
      {/* A first child, as the buttons beside it are, so that all texts align alike. */}
      <div>
        <LinkButton href={`${path}/aperturas`} {...buttonStyle}>
          Ver las visitas<VisuallyHidden> de {title}</VisuallyHidden>
        </LinkButton>
      </div>
    </div>
  );
}

type EndedLinksProps = {
  shares: readonly Share[];
  /** Number of all ended links, including links that are not listed. */
  total: number;
};

export function EndedLinks({ shares, total }: EndedLinksProps) {
  if (shares.length === 0) return null;
  return (
    <details className="mt-8" open={shares.some(({ askedAt }) => askedAt)}>
      <summary className="cursor-pointer py-2 font-semibold text-brand">
        Enlaces cerrados ({total})
      </summary>
      <p className="mt-1 text-sm text-ink-soft">
        Los guardamos 90 días para que veas quién los abrió.
        {shares.length < total && ` Estos son los ${shares.length} más nuevos.`}
      </p>
      <ul className="mt-3 overflow-hidden rounded-lg border border-line bg-surface">
        {shares.map((share) => (
          <ShareCard key={share.id} share={share} />
        ))}
      </ul>
    </details>
  );
}

function untilText(state: Share['state']): string {
  if (state === 'revoked') return 'lo cerraste';
  return state === 'expired' ? 'venció' : 'hasta';
}

/** Returns what was opened in the visits, which is nothing for old links. */
function openedTexts({ views, downloads }: Share): string[] {
  return [
    ...(views > 0 ? [formatCount(views, 'documento visto', 'documentos vistos')] : []),
    ...(downloads > 0 ? [formatCount(downloads, 'descarga', 'descargas')] : []),
  ];
}

function visitCountText({ openings, maxOpenings }: Share): string {
  if (maxOpenings !== null)
    return `${openings} de ${formatCount(maxOpenings, 'visita', 'visitas')}`;
  return openings === 0 ? 'Sin visitas' : formatCount(openings, 'visita', 'visitas');
}

/** Describes the last visit and, if a code was required, who opened it. */
function lastText(share: Share): string {
  const { openings, views, downloads, lastOpenings, codeEmail: verificationEmail } = share;
  const [lastOpening, ...earlier] = lastOpenings;
  if (!lastOpening || Math.max(openings, views + downloads) > MAX_LISTED_OPENINGS) return '';
  const verifiedBy = verificationEmail ? `, por ${verificationEmail}` : '';
  return `${earlier.length === 0 || openings === 1 ? ',' : ', la última'} el ${formatDateTime(Date.parse(lastOpening.at))}${verifiedBy}`;
}
