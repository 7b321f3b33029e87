import { placeText } from '#components/panel/place-text.ts';
import { AskFirst } from '#components/ui/ask-first.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { guessed } from '#lib/domain/share-links/copy.ts';
import { isRecent, MAX_LOGGED, MAX_WRONG } from '#lib/domain/share-links/rules.ts';
import { addressOf, type Share } from '#lib/domain/share-links/schema.ts';
import { DAY } from '#lib/platform/durations.ts';
import { formatDateTime, formatDay } from '#lib/platform/format.ts';

/** `now`: it can be made to last. */
type Props = { share: Share; now?: number; isNew?: boolean };

export function ShareCard({ share, now, isNew = false }: Props) {
  const names = share.documents.map(({ fileName }) => fileName ?? 'un documento que ya no está');
  const about =
    share.label ?? (names.length === 1 ? names.join() : `Carpeta de ${names.length} documentos`);
  const title = share.recipient ? `${about}, para ${share.recipient}` : about;
  const hasEnded = share.state === 'revoked' || share.state === 'expired';
  return (
    <li id={share.id} className="rounded-lg border border-line bg-surface p-5">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold break-words">
        {title}
        <Tag tone={looks[share.state].tone}>{looks[share.state].label}</Tag>
      </h2>
      {(share.label || names.length > 1) && (
        <p className="mt-1 text-sm break-words text-ink-soft">{names.join(', ')}</p>
      )}
      {share.documents.map(
        ({ id, fileName, renewedAt }) =>
          fileName &&
          renewedAt && (
            <p key={id} className="mt-1 text-sm break-words">
              Desde el {formatDateTime(Date.parse(renewedAt))} muestra {fileName}.
            </p>
          ),
      )}
      <p className="mt-2">
        <span className="font-semibold">{openingsText(share)}</span>
        {lastText(share)} · {untilText(share.state)} el{' '}
        <span className="whitespace-nowrap">{formatDateTime(Date.parse(share.expiresAt))}</span>
        {share.hasPassword && ' · con contraseña'}
        {share.codeEmail && ' · pide un código que llega a su correo'}
        {share.notify && !hasEnded && ' · te avisamos de la primera'}
      </p>
      {share.askedAt && (
        <p className="mt-1 font-semibold">
          Pidieron un enlace nuevo el {formatDateTime(Date.parse(share.askedAt))}.
        </p>
      )}
      {share.sentAt && (
        <p className="mt-1 text-sm">
          Enviado a {addressOf(share.recipient ?? '')} el{' '}
          <span className="whitespace-nowrap">{formatDateTime(Date.parse(share.sentAt))}</span>.
        </p>
      )}
      {share.lockedUntil && !hasEnded && (
        <div className="mt-3">
          <Notice tone="warning">
            <p>
              Alguien probó {MAX_WRONG} {guessed(share.codeEmail)} equivocadas. El enlace no recibe{' '}
              {guessed(share.codeEmail)} hasta el{' '}
              <span className="whitespace-nowrap">
                {formatDateTime(Date.parse(share.lockedUntil))}
              </span>
              . Si no fue a quien se lo enviaste, ciérralo y crea otro.
            </p>
          </Notice>
        </div>
      )}
      {share.shortUrl && (
        <CopyField
          id={`enlace-${share.id}`}
          label="Enlace"
          about={`de ${title}`}
          value={share.shortUrl}
          primary={isNew}
        />
      )}
      {share.state === 'live' && !share.shortUrl && (
        <p className="mt-2 text-sm text-ink-soft">
          No podemos mostrar otra vez su dirección. Si la perdiste, ciérralo y crea otro.
        </p>
      )}
      {share.lastOpenings.length > 0 && <Openings share={share} />}
      {share.state !== 'live' && share.documents.some(({ fileName }) => fileName) && (
        <form
          method="post"
          action="/f/panel/documentos/enlaces/repetir"
          data-once=""
          className="mt-4"
        >
          <input type="hidden" name="id" value={share.id} />
          <Button variant="secondary" compact>
            Crear otro igual <VisuallyHidden>que el {title}</VisuallyHidden>
          </Button>
          <p className="mt-1 text-sm text-ink-soft">
            Mismos documentos{share.hasPassword && ', misma contraseña'}, otra dirección para
            enviar.
          </p>
        </form>
      )}
      {!hasEnded && (
        <div className="mt-4 flex flex-wrap items-start gap-3">
          {now && isSendable(share, now) && (
            <form method="post" action="/f/panel/documentos/enlaces/enviar" data-once="">
              <input type="hidden" name="ids" value={share.id} />
              <Button variant="secondary" compact>
                {share.sentAt ? 'Enviar otra vez' : 'Enviar por correo'}
                <VisuallyHidden>: {title}</VisuallyHidden>
              </Button>
            </form>
          )}
          {now && share.state === 'live' && <Extend {...{ share, title, now }} />}
          <AskFirst
            verb="Cerrar enlace"
            about={`de ${title}`}
            look={{ variant: 'secondary', compact: true }}
            question="Deja de abrir en el acto y no se puede abrir otra vez."
            action="/f/panel/documentos/enlaces/cerrar"
            field={{ name: 'id', value: share.id }}
          />
        </div>
      )}
    </li>
  );
}

/** It names the address that it goes to, and was not mailed today. */
export function isSendable(share: Share, now: number): boolean {
  const sentAt = share.sentAt && Date.parse(share.sentAt);
  return (
    share.shortUrl !== null &&
    Boolean(addressOf(share.recipient ?? '')) &&
    !isRecent(sentAt || null, now)
  );
}

const LONGER = [7, 14, 30];

/** Until one of the days that are later by one at least. */
function Extend({
  share: { id, expiresAt },
  title,
  now,
}: {
  share: Share;
  title: string;
  now: number;
}) {
  const later = LONGER.filter((days) => now + (days - 1) * DAY > Date.parse(expiresAt));
  if (later.length === 0) return null;
  return (
    <form
      method="post"
      action="/f/panel/documentos/enlaces/extender"
      data-once=""
      className="flex flex-wrap items-center gap-2"
    >
      <input type="hidden" name="id" value={id} />
      <select
        name="expiresInDays"
        aria-label={`Hasta cuándo sirve: ${title}`}
        className="control min-h-11! w-auto! appearance-auto! px-2! py-1! text-sm"
      >
        {later.map((days) => (
          <option key={days} value={days}>
            Hasta el {formatDay(now + days * DAY)}
          </option>
        ))}
      </select>
      <Button variant="secondary" compact>
        Extender<VisuallyHidden>: {title}</VisuallyHidden>
      </Button>
    </form>
  );
}

function Openings({ share }: { share: Share }) {
  const nameOf = (id: string | null) => {
    if (id === null) return 'Todos juntos';
    const shown = share.documents.find((document) => document.id === id);
    return shown ? (shown.fileName ?? 'Uno que ya no está') : 'Una versión anterior';
  };
  return (
    <details className="mt-2">
      <summary className="cursor-pointer py-1.5 text-sm font-semibold text-brand">
        Ver las últimas aperturas
      </summary>
      <ol className="mt-1 border-t border-line text-sm">
        {share.lastOpenings.map(({ at, place, device, documentId, way }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: openings have no id and the list never moves
          <li key={n} className="border-b border-line py-2">
            {formatDateTime(Date.parse(at))} · {way && `${wayCopy[way]} · `}
            {device}, {placeText(place)}
            {way !== 'enter' && (share.documents.length > 1 || share.documents[0]?.renewedAt) && (
              <span className="block break-words text-ink-soft">{nameOf(documentId)}</span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

const wayCopy = { view: 'Visto', download: 'Descargado', enter: 'Entró' } as const;

function untilText(state: Share['state']): string {
  if (state === 'revoked') return 'lo cerraste';
  return state === 'expired' ? 'venció' : 'hasta';
}

/** `2 aperturas: visto 3 veces, descargado 1 vez`; of openings of before it is not known which. */
function openingsText({ openings, maxOpenings, views, downloads }: Share): string {
  const times = (verb: string, count: number) =>
    count === 0 ? [] : `${verb} ${count === 1 ? '1 vez' : `${count} veces`}`;
  const ways = [times('visto', views), times('descargado', downloads)].flat().join(', ');
  const all = maxOpenings ?? openings;
  const count = maxOpenings === null ? `${openings}` : `${openings} de ${maxOpenings}`;
  if (openings === 0 && maxOpenings === null) return 'Sin aperturas';
  return `${count} ${all === 1 ? 'apertura' : 'aperturas'}${ways && `: ${ways}`}`;
}

/** Of the openings that are told in detail; by whom, where a code was asked of them. */
function lastText(share: Share): string | null {
  const { openings, views, downloads, lastOpenings, codeEmail } = share;
  const [last, ...more] = lastOpenings;
  if (!last || Math.max(openings, views + downloads) > MAX_LOGGED) return null;
  const by = codeEmail ? `, por ${codeEmail}` : '';
  return `${more.length === 0 ? ',' : ', la última'} el ${formatDateTime(Date.parse(last.at))}${by}`;
}

const looks = {
  // Not «Abierto»: beside a count it reads as "opened".
  live: { label: 'Activo', tone: 'success' },
  spent: { label: 'Se usó por completo', tone: 'neutral' },
  gone: { label: 'Sin documentos', tone: 'neutral' },
  expired: { label: 'Vencido', tone: 'neutral' },
  revoked: { label: 'Cerrado', tone: 'neutral' },
} as const;
