import { auditCopy } from '#lib/domain/audit/copy.ts';
import { replacedDocumentText, replacementPair } from '#lib/domain/documents/copy.ts';
import { guaranteeEventCopy } from '#lib/domain/issued-guarantees/copy.ts';
import { paymentPath } from '#lib/domain/payments/view.ts';
import {
  capitalise,
  formatDay,
  formatPesos,
  formatRequestNumber,
  formatTime,
} from '#lib/platform/chile/format.ts';
import type { Column } from '#lib/platform/operations/listing.ts';

/** The object of an event. A key is absent or null if the event has no such object. */
type EventObjects = {
  request: number | null;
  isOwnRequest: boolean;
  guarantee: number | null;
  guaranteeId: string | null;
  beneficiary: string | null;
  /** Kind of the event that changed the guarantee. */
  change: string | null;
  category: string | null;
  link: string | null;
  buyOrder: string | null;
  /** Whole pesos of a payment. */
  amount: number | null;
  /** Text that says what a payment is for. */
  charge: string | null;
  /** Name of the invited person, or the e-mail of an invitation that was not accepted yet. */
  invited: string | null;
};

export type Activity = Partial<EventObjects> & {
  id: number;
  actor: string;
  action: string;
  place: string;
  at: number;
  /** Names the person or the team, if it was not the reader. */
  person: string | null;
  replaced: string | null;
  /** Name of a document, link or person. */
  name: string | null;
};

/** Names the team, our own program, or a person who opened a request's link without an account. */
export function otherActorName(
  { actor, action }: { actor: string; action: string },
  isTeam = false,
): string | null {
  if (isTeam) return 'El equipo';
  // `reader` is the program that reads documents.
  if (actor === 'reader') return 'Resguardo';
  const isByLink = actor === 'guest' && /^(request|conditions|payment)\./.test(action);
  return isByLink ? 'Alguien con el enlace' : null;
}

/** Describes an event. One of an unknown kind, which a newer version wrote, is `Otro cambio`. */
export function activityText({ action, replaced, name, person, request }: Activity): string {
  if (replaced && name) {
    if (person) return `${person} reemplazó ${replacementPair(replaced, name)}`;
    return replacedDocumentText(replaced, name);
  }
  const [ownText, othersText] = textsOf(action);
  // Another member than the reader may have sent a company's request.
  const readerText = request ? ownText.replace('algo que enviaste', 'una solicitud') : ownText;
  // Some texts to the reader already name the team.
  return person && !ownText.startsWith(person) ? `${person} ${othersText}` : readerText;
}

function textsOf(action: string): readonly [own: string, others: string] {
  const entry = Object.entries(auditCopy).find(([key]) => key === action);
  return entry?.[1] ?? ['Otro cambio', 'otro cambio'];
}

/** Describes an event without its actor. The text is the same for every reader. */
function neutralText({ action, replaced, name }: Activity): string {
  const text =
    replaced && name ? `reemplazó ${replacementPair(replaced, name)}` : textsOf(action)[1];
  return capitalise(text);
}

type ActivityObject = { label: string; href?: string };

/**
 * Returns the words for the objects of an event, and the paths of their pages where they have one.
 */
export function activityObjects(event: Activity): ActivityObject[] {
  const { replaced, amount, request, charge } = event;
  // The text already names the documents.
  if (replaced) return [];
  if (!amount) return [activityObject(event)].flatMap((object) => object ?? []);
  const isPart = event.action === 'payment.partly-refunded';
  const href = event.buyOrder ? paymentPath(event.buyOrder) : undefined;
  const amountObject = {
    label: `${isPart ? 'de ' : ''}${formatPesos(amount)}`,
    ...(href && { href }),
  };
  if (request)
    return [amountObject, requestObject(event, `solicitud ${formatRequestNumber(request)}`)];
  return charge ? [amountObject, { label: charge }] : [amountObject];
}

function requestObject({ request, isOwnRequest }: Activity, label: string): ActivityObject {
  return { label, ...(isOwnRequest && { href: `/panel/solicitudes/${request}` }) };
}

function activityObject(event: Activity): ActivityObject | null {
  const { request, guarantee, guaranteeId, link, category, invited, name } = event;
  const shownText = activityText(event).toLowerCase();
  const numberedText = (noun: string, number: number) =>
    shownText.includes(noun)
      ? formatRequestNumber(number)
      : `${noun} ${formatRequestNumber(number)}`;
  if (request) return requestObject(event, numberedText('solicitud', request));
  if (guarantee) {
    const change = Object.entries(guaranteeEventCopy).find(([kind]) => kind === event.change);
    const parts = [
      numberedText('garantía', guarantee),
      guaranteeId && `para ${event.beneficiary}`,
      change && `(${change[1]})`,
    ];
    return {
      label: parts.filter(Boolean).join(' '),
      ...(guaranteeId && { href: `/panel/garantias/${guaranteeId}` }),
    };
  }
  const label = name ?? invited;
  if (!label) return null;
  if (link) return { label, href: `/panel/documentos/enlaces/${link}` };
  if (category === 'por_ordenar') return { label, href: '/panel/documentos/ordenar' };
  return { label, ...(category && { href: `/panel/documentos/${category}` }) };
}

/** Columns of the CSV for the person `accountId`, whose own acts are marked with their e-mail. */
export function activityColumns(reader: {
  accountId: string;
  email: string;
}): readonly Column<Activity>[] {
  return [
    { label: 'Fecha', csv: ({ at }) => formatDay(at) },
    { label: 'Hora', csv: ({ at }) => formatTime(at) },
    {
      label: 'Quién',
      csv: ({ actor, person }) => {
        if (actor === reader.accountId) return reader.email;
        return person ?? (actor === 'guest' ? 'Alguien sin cuenta' : 'Resguardo');
      },
    },
    { label: 'Qué pasó', csv: neutralText },
    {
      label: 'Sobre qué',
      csv: (event) =>
        activityObjects(event)
          .map(({ label }) => label)
          .join(', ') || null,
    },
    { label: 'Red', csv: ({ place }) => (place === 'desconocida' ? null : place) },
  ];
}
