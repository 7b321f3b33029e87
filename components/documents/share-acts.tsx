import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { isWithinLastDay } from '#lib/domain/share-links/rules.ts';
import {
  parseRecipientEmail,
  type Share,
  type sendSharesBody,
} from '#lib/domain/share-links/schema.ts';

type ActionProps = { share: Share; title: string; now: number };

/** The most likely act on a link: create a similar one, mail it, or copy its URL. */
export function ShareMainAction({
  share,
  title,
  now,
}: Omit<ActionProps, 'now'> & { now: number | undefined }) {
  const buttonStyle = { variant: 'secondary', compact: true } as const;
  if (share.state !== 'live') {
    if (!share.documents.some(({ fileName }) => fileName)) return null;
    return (
      <EditorsOnly>
        <Form action="/panel/documentos/enlaces/repetir">
          <input type="hidden" name="id" value={share.id} />
          <Button {...buttonStyle}>
            Crear otro igual{' '}
            <VisuallyHidden>al enlace de {title}, con otra dirección</VisuallyHidden>
          </Button>
        </Form>
      </EditorsOnly>
    );
  }
  if (now && isSendable(share, now)) {
    return (
      <EditorsOnly>
        <Form action="/panel/documentos/enlaces/enviar">
          <HiddenField<typeof sendSharesBody> name="ids" value={share.id} />
          <Button {...buttonStyle}>
            {share.sentAt ? 'Enviar de nuevo' : 'Enviar por correo'}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        </Form>
      </EditorsOnly>
    );
  }
  if (!copiesLink(share, now)) return null;
  return (
    <CopyButton fieldId={`enlace-${share.id}`} className={buttonClass(buttonStyle)}>
      Copiar enlace<VisuallyHidden> de {title}</VisuallyHidden>
    </CopyButton>
  );
}

export function copiesLink(share: Share, now: number | undefined): boolean {
  const sends = now !== undefined && isSendable(share, now);
  return share.state === 'live' && share.shortUrl !== null && !sends;
}

/** Returns whether the recipient is an e-mail that was not sent the link in the last 24 h. */
function isSendable(share: Share, now: number): boolean {
  const sentAt = share.sentAt && Date.parse(share.sentAt);
  return (
    share.shortUrl !== null &&
    Boolean(parseRecipientEmail(share.recipient ?? '')) &&
    !isWithinLastDay(sentAt || null, now)
  );
}

type FreshLinksProps = {
  shares: readonly Share[];
  now: number;
  /** True if the links were to be mailed when they were created. */
  isMailed: boolean;
};

/** Shows new links, with buttons to copy or mail all of them. */
export function CreatedLinks({ shares, now, isMailed }: FreshLinksProps) {
  if (shares.length === 0) return null;
  const sendableShares = shares.filter((share) => isSendable(share, now));
  const unsentShares = shares.filter(({ sentAt }) => sentAt === null);
  const [single, ...others] = shares;
  return (
    <div data-focus="" tabIndex={-1}>
      <DoneNotice>
        {shares.length === 1
          ? 'Tu enlace está listo. Puedes copiarlo aquí, ahora o cuando quieras.'
          : `Tus ${shares.length} enlaces están listos. Puedes copiarlos aquí, ahora o cuando quieras.`}
        {isMailed && ` ${sentText(shares.length - unsentShares.length)}`}
        {single?.shortUrl && others.length === 0 && (
          <span className="mt-2 flex flex-wrap items-center gap-3">
            <span className="font-mono text-sm wrap-anywhere">{single.shortUrl}</span>
            <CopyButton
              fieldId={`enlace-${single.id}`}
              className={buttonClass({ variant: 'primary', compact: true })}
            >
              Copiar enlace
            </CopyButton>
          </span>
        )}
      </DoneNotice>
      {isMailed && unsentShares.length > 0 && (
        <div className="mb-6">
          <Notice tone="warning" title="No enviamos por correo">
            <ul className="list-disc pl-5 wrap-anywhere">
              {unsentShares.map(({ id, recipient }) => (
                <li key={id}>{`${recipient}: ${unsentReason(recipient)}`}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {shares.length > 1 && (
        <div className="mb-6 rounded-lg border border-line bg-surface p-5">
          {sendableShares.length > 1 && (
            <EditorsOnly>
              <Form action="/panel/documentos/enlaces/enviar">
                <HiddenField<typeof sendSharesBody>
                  name="ids"
                  value={sendableShares.map(({ id }) => id).join(' ')}
                />
                <Button>Enviar los {sendableShares.length} por correo</Button>
                <p className="mt-1 text-sm text-ink-soft">
                  A cada uno el suyo. Si responden, te llega a ti.
                </p>
              </Form>
            </EditorsOnly>
          )}
          <CopyField
            id="enlaces-todos"
            label="Todos"
            verb="Copiar todos"
            value={shares.map(({ recipient, shortUrl }) => `${recipient}: ${shortUrl}`).join('\n')}
          />
        </div>
      )}
    </div>
  );
}

function sentText(count: number): string {
  if (count === 0) return 'Todavía no enviamos ninguno.';
  return `Enviamos ${count === 1 ? 'uno' : count} por correo.`;
}

function unsentReason(recipient: string | null): string {
  if (!parseRecipientEmail(recipient ?? ''))
    return 'no tiene correo. Copia su enlace y envíalo tú.';
  return 'ya van todos los correos que enviamos por ahora. Copia su enlace o prueba más tarde.';
}
