import { and, desc, eq, gt, sql } from 'drizzle-orm';
import {
  conditionsTitle,
  filesTitle,
  paymentStateCopy,
  requestStateCopy,
} from '#lib/domain/requests/leads/copy.ts';
import { type LeadEvent, storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { formatAgo, formatPesos } from '#lib/platform/chile/format.ts';
import type { ReadDb, Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * An event of a lead's history. `title` names the actor and the act, and `text` quotes what was
 * written.
 */
type LeadActivity = { id: number; at: number; title: string; text?: string; isOwn: boolean };
type Act = Omit<LeadActivity, 'title'> & { kind: string; author: string; verb: string };

/** Maximum number of events per answer. The page shows the rest after a reload. */
const MAX_EVENTS = 50;

/**
 * Returns what people did to a lead after an event, newest first. Most acts also assign the lead to
 * the advisor who acts; these assignments are left out.
 */
export async function listLeadActivity(
  ...query: Parameters<typeof listActs>
): Promise<LeadActivity[]> {
  const acts = await listActs(...query);
  return acts.map(({ kind: _, author, verb, ...act }) => ({ ...act, title: `${author} ${verb}` }));
}

async function listActs(
  db: ReadDb | Tx,
  me: string,
  leadId: number,
  lastId: number,
): Promise<Act[]> {
  const { id, at, actor, kind, detail } = leadEvents;
  const { name, email, role } = accounts;
  const rows = await db
    .select({ ...{ id, at, actor, kind, detail }, ...{ name, email, role } })
    .from(leadEvents)
    .leftJoin(accounts, eq(accounts.id, leadEvents.actor))
    .where(
      and(
        eq(leadEvents.leadId, leadId),
        gt(leadEvents.id, lastId),
        sql`not (${leadEvents.kind} = 'assigned' and exists (select 1 from lead_events o
          where o.lead_id = ${leadEvents.leadId} and o.actor = ${leadEvents.actor}
            and o.at = ${leadEvents.at} and o.kind <> 'assigned'))`,
      ),
    )
    .orderBy(desc(leadEvents.id))
    .limit(MAX_EVENTS);
  return rows.flatMap(({ id, at, actor, kind, detail, ...account }) => {
    const event = storedEvent.safeParse({ kind, detail });
    const words = event.success && actWords(event.data);
    if (!words) return [];
    const advisor = account.role === 'admin' && (account.name || account.email);
    const author = advisor || programNames[actor] || 'El solicitante';
    const [verb, text] = words;
    return [{ id, at, kind, author, verb, ...(text && { text }), isOwn: actor === me }];
  });
}

const programNames: Record<string, string> = { crm: 'El CRM', system: 'Resguardo' };

/**
 * Kinds of acts of which the applicant is notified. If the same account acts on two pages,
 * `refuseConcurrent` refuses the second form only after one of these.
 */
const notifiedKinds = new Set(['reply', 'conditions', 'papers', 'state', 'payment', 'issued']);

/**
 * Throws `conflict` if somebody else, or this account on another page, acted on the lead after the
 * event `seenId`. The message describes that act, so that the advisor can decide whether to send
 * the form again. Callers must recognise a repetition before they call this.
 */
export async function refuseConcurrent(
  tx: Tx,
  { accountId, now }: AdminCtx,
  leadId: number,
  seenId: number | undefined,
): Promise<void> {
  if (seenId === undefined) return;
  const acts = await listActs(tx, accountId, leadId, seenId);
  const others = acts.filter(({ isOwn }) => !isOwn);
  const shownAct =
    others.find(({ text }) => text) ??
    others[0] ??
    acts.find(({ kind, isOwn }) => isOwn && notifiedKinds.has(kind));
  if (!shownAct) return;
  const { isOwn, author, verb, text, at } = shownAct;
  const actText = `${isOwn ? 'Desde otra ventana, tu cuenta' : author} ${verb}`;
  const agoText = formatAgo(at, now).replace('ahora', 'hace un momento');
  // The sentence has its own full stop after the quotation.
  const quote = text ? `: «${text.replace(/\.$/, '')}»` : '';
  const message = `${actText} ${agoText}${quote}. Lo tuyo no se envió y sigue aquí: si todavía corresponde, envíalo otra vez.`;
  throw conflict(message);
}

/**
 * Returns the verb that follows the name of the actor, and a text to quote. Returns null for an
 * event that a program caused.
 */
function actWords(event: LeadEvent): [verb: string, text?: string] | null {
  switch (event.kind) {
    case 'reply':
      return ['respondió', excerptOf(event.text)];
    case 'note':
      return ['anotó', excerptOf(event.text)];
    case 'message':
      return ['escribió', excerptOf(event.text)];
    case 'conditions':
      return ['envió condiciones', excerptOf(`${conditionsTitle(event)}. ${event.terms}`)];
    case 'accepted':
      return ['aceptó las condiciones'];
    case 'papers':
      return [
        event.what === 'asked' ? 'pidió' : 'dejó de pedir',
        excerptOf(event.papers.join(', ')),
      ];
    case 'files':
      return ['envió', filesTitle(event).toLowerCase()];
    case 'withdrawn':
      return ['quitó un documento', excerptOf(event.paper ?? event.fileName)];
    case 'state':
      if (event.isCancelled) return ['anuló la solicitud'];
      return [`cambió el estado a «${requestStateCopy[event.to]}»`, excerptOf(event.reason)];
    case 'assigned':
      return [event.to ? `asignó la solicitud a ${event.to}` : 'dejó la solicitud sin asignar'];
    case 'handled':
      return ['marcó la solicitud como atendida'];
    case 'reopened':
      return ['abrió la solicitud otra vez'];
    case 'email':
      return ['corrigió el correo', `${event.from} → ${event.to}`];
    case 'issued':
      return ['registró una emisión'];
    case 'payment':
      return ['anotó', `${paymentStateCopy[event.state] ?? 'Pago'}: ${formatPesos(event.amount)}`];
    default:
      return null;
  }
}

const MAX_EXCERPT_CHARACTERS = 200;

function excerptOf(text = ''): string {
  return text.length > MAX_EXCERPT_CHARACTERS
    ? `${text.slice(0, MAX_EXCERPT_CHARACTERS).trimEnd()}…`
    : text;
}
