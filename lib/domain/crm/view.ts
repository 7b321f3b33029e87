import type { CrmLead, CrmLeadEvent } from '#lib/domain/crm/reads.ts';
import {
  bookingStateCopy,
  issuedTitle,
  paymentStateCopy,
  tenderLine,
} from '#lib/domain/requests/leads/copy.ts';
import { formCopy } from '#lib/domain/requests/leads/form-copy.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { answerRows, inboxRow } from '#lib/domain/requests/leads/view.ts';
import { requestSections } from '#lib/domain/requests/submissions/request-view.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import {
  type GuaranteeRequest,
  guaranteeName,
  type SummarySection,
} from '#lib/domain/requests/submissions/view.ts';
import { addAmounts } from '#lib/platform/chile/amounts.ts';
import { formatDateTime, formatPesos } from '#lib/platform/chile/format.ts';
import type { CrmContact } from '#lib/platform/crm/crm.ts';
import { html } from '#lib/platform/web/html.ts';

export function toCrmContact(lead: CrmLead): CrmContact {
  const { first, last } = nameParts(lead, lead.name);
  return {
    email: lead.email,
    firstName: first,
    lastName: last,
    phone: lead.phone ?? undefined,
    company: lead.company ?? undefined,
  };
}

export function nameParts(lead: Pick<CrmLead, 'kind' | 'answers'>, name: string) {
  if (lead.kind !== 'garantia') {
    const { primer_nombre, apellido } = lead.answers;
    if (typeof primer_nombre === 'string') return { first: primer_nombre, last: textOf(apellido) };
  }
  const [first = '', ...lastNames] = name.split(' ');
  return { first, last: lastNames.join(' ') || undefined };
}

/**
 * Returns the key of a record in the CRM. It contains a time, because the ids of another database
 * begin at 1 again.
 */
export function crmKey(
  noun: 'solicitud' | 'lead' | 'evento',
  id: number,
  lead: Pick<CrmLead, 'createdAt'>,
): string {
  return `${noun}-${id}-${lead.createdAt.toString(36)}`;
}

export function toCrmDeal(lead: CrmLead, { id, answers }: GuaranteeRequest) {
  const [first, ...otherItems] = answers.garantias;
  const wantedText =
    first && otherItems.length === 0
      ? guaranteeName(first)
      : `${answers.garantias.length} garantías`;
  return {
    key: crmKey('solicitud', id, lead),
    name: [`Solicitud N.º ${id}`, wantedText, lead.company ?? lead.name].join(' · '),
    amount: totalInPesos(answers.garantias),
    url: inboxRow(lead.id).href,
  };
}

/**
 * Returns the total as an exact decimal text, or undefined if a guarantee is in another currency.
 */
function totalInPesos(items: readonly GuaranteeItem[]): string | undefined {
  if (items.some(({ monedaGarantia }) => monedaGarantia !== 'pesos')) return undefined;
  const total = addAmounts(items.map(({ montoGarantia }) => montoGarantia));
  return total.includes('.') ? total.replace(/\.?0+$/, '') : total;
}

/**
 * Returns the note about a lead as HTML. Documents have no links, because they open only from the
 * inbox.
 */
export function leadNote(lead: CrmLead): string {
  return noteHtml([
    { title: 'Resguardo', rows: [inboxRow(lead.id)] },
    ...(lead.request ? sectionsOf(lead.request) : [formSection(lead)]),
  ]);
}

/**
 * Returns the note about a later event as HTML, or null if the CRM does not get a note about it.
 */
export function newsNote({ event, leadId }: CrmLeadEvent): string | null {
  const line = newsLine(event);
  return line && noteHtml([{ title: 'Resguardo', rows: [line, inboxRow(leadId)] }]);
}

function newsLine(event: LeadEvent): { label: string; value: string } | null {
  if (event.kind === 'booking') {
    const value =
      event.startsAt === null ? '' : `${formatDateTime(event.startsAt)} (hora de Chile)`;
    return { label: bookingStateCopy[event.state] ?? 'Reunión', value };
  }
  if (event.kind === 'payment') {
    const value = `${formatPesos(event.amount)}, orden ${event.buyOrder}`;
    return { label: paymentStateCopy[event.state] ?? 'Pago', value };
  }
  if (event.kind === 'accepted') {
    const value = `${formatPesos(event.price)}, versión ${event.version}`;
    return { label: 'Condiciones aceptadas', value };
  }
  if (event.kind === 'issued') return { label: issuedTitle(event), value: '' };
  if (event.kind === 'tender') {
    const { title, text = '' } = tenderLine(event, { isForTeam: true });
    return { label: `${title} (${event.code})`, value: text };
  }
  // The contact has the new e-mail. It is left out here, because an erasure does not find an e-mail
  // in a note.
  if (event.kind === 'email') return { label: 'Correo corregido', value: '' };
  // File names are not sent, because an erasure does not find them in the CRM.
  if (event.kind === 'files')
    return { label: 'Documentos agregados', value: `${event.files.length}` };
  if (event.kind === 'withdrawn') return { label: 'Documento quitado', value: '' };
  if (event.kind === 'message')
    return { label: 'Escribió en la página de su solicitud', value: '' };
  return null;
}

const REQUEST_TITLE = 'Solicitud de garantía';

function sectionsOf({ id, answers }: GuaranteeRequest): SummarySection[] {
  const numberSection = { title: REQUEST_TITLE, rows: [{ label: 'Número', value: String(id) }] };
  return [numberSection, ...requestSections(answers)];
}

function formSection({ kind, answers }: CrmLead): SummarySection {
  const rows = answerRows(answers);
  return { title: kind === 'garantia' ? REQUEST_TITLE : formCopy[kind].subject, rows };
}

/** HubSpot accepts up to 65,536 characters. */
const NOTE_LENGTH = 60_000;

function noteHtml(sections: readonly SummarySection[]): string {
  const lines = sections
    .flatMap(({ title, rows }) => [
      html`<p><strong>${title}</strong></p>`,
      ...rows.map(({ label, value, href }) => {
        const text = href ? html`<a href="${href}">${value}</a>` : value;
        return html`<p>${label}${text && html`: ${text}`}</p>`;
      }),
    ])
    .map(({ markup }) => markup.replaceAll('\n', '<br>'));
  let length = 0;
  const fittingLines = lines.filter((line) => {
    length += line.length;
    return length <= NOTE_LENGTH;
  });
  const truncationNote =
    fittingLines.length < lines.length ? ['<p>Lo demás está en Resguardo.</p>'] : [];
  return [...fittingLines, ...truncationNote].join('');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
