import type { LeadKind } from '#lib/domain/requests/leads/schema.ts';
import { attachmentLabel } from '#lib/domain/requests/submissions/copy.ts';
import type { Submission } from '#lib/domain/requests/submissions/schema.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { formatDate, formatPhone } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { greetingOf } from '#lib/platform/mail/blocks.ts';

/**
 * A prepared text with blanks that an advisor fills in. With `state` it is a reason for that state.
 */
export type Template = {
  id: string;
  label: string;
  text: string;
  state?: RequestState;
  /** The only kind of contract for which the template is offered. */
  contract?: Contract;
  /** True if the template is offered only for guarantee requests. */
  isAboutRequest?: true;
};

type Contract = Submission['sistemaLicitacion'];

export const templates: readonly Template[] = [
  {
    id: 'faltan-documentos',
    label: 'Faltan documentos',
    isAboutRequest: true,
    text: 'Para seguir con tu garantía nos faltan estos documentos:\n\n- [documentos]\n\nSúbelos en la página de tu solicitud, o responde este correo con los archivos adjuntos, y retomamos de inmediato.',
  },
  {
    id: 'faltan-bases',
    label: 'Pedir las bases',
    isAboutRequest: true,
    contract: 'chilecompra',
    text: '¿Nos envías las bases de la licitación o el contrato? Con ellas revisamos que el monto, la vigencia y la glosa queden tal como se exigen.',
  },
  {
    id: 'falta-contrato',
    label: 'Pedir el contrato',
    isAboutRequest: true,
    contract: 'privados',
    text: '¿Nos envías el contrato? Con él revisamos que el monto, la vigencia y la glosa queden tal como se exigen.',
  },
  {
    id: 'llamada',
    label: 'Proponer una llamada',
    text: 'Prefiero explicártelo por teléfono: son diez minutos. ¿A qué hora te llamo[teléfono]?',
  },
  {
    id: 'prorroga',
    label: 'Ofrecer la prórroga',
    text: 'Tu garantía N.º [número] termina el [fecha]. Si el contrato sigue, conviene pedir la prórroga ahora: el emisor tarda unos días.\n\n¿La pedimos? Respóndenos este correo y partimos con los mismos datos.',
  },
  {
    id: 'falta-para-revisar',
    label: 'Falta información',
    state: 'en_revision',
    text: 'Para terminar la revisión nos falta: [lo que falta].',
  },
  {
    id: 'sin-antecedentes',
    label: 'Faltan antecedentes',
    state: 'rechazada',
    text: 'Con los antecedentes financieros que recibimos, ninguna aseguradora pudo respaldar este monto.',
  },
  {
    id: 'sin-plazo',
    label: 'Sin plazo',
    state: 'rechazada',
    text: 'No alcanzamos a emitirla antes del cierre que indican las bases.',
  },
  {
    id: 'exige-otra',
    label: 'Otro tipo de garantía',
    state: 'rechazada',
    text: 'Las bases exigen un tipo de garantía que no emitimos. Podemos ayudarte a buscar otra vía.',
  },
  {
    id: 'desierta',
    label: 'Licitación desierta',
    state: 'rechazada',
    contract: 'chilecompra',
    text: 'La licitación quedó desierta, así que la garantía ya no hace falta.',
  },
];

type TemplateSubject = { kind: LeadKind; contract: Contract | null };

/** Lists the templates that suit a lead. Replies have no `state`, and reasons have one. */
export function listTemplates(
  { kind, contract }: TemplateSubject,
  use: 'reply' | 'reason',
): Template[] {
  return templates.filter(
    (template) =>
      (template.state !== undefined) === (use === 'reason') &&
      (!template.isAboutRequest || kind === 'garantia') &&
      (!template.contract || template.contract === (contract ?? 'chilecompra')),
  );
}

/** Placeholder in a template for the phone of the person. It is filled in if the phone is known. */
const PHONE_GAP = '[teléfono]';
const DOCUMENTS = '[documentos]';

const blanks = templates.flatMap(({ text }) => text.match(/\[[^\]]+\]/g) ?? []);

/** Returns whether the text has no blank of a template left, such as `[documentos]`. */
export function isFinished(text: string): boolean {
  return !blanks.some((blank) => text.includes(blank));
}

export function findTemplate(id: string | undefined): Template | undefined {
  return templates.find((template) => template.id === id);
}

type AddressedLead = {
  name: string;
  phone: string | null;
  missing: readonly UploadKind[];
  contract: Contract | null;
};

export function fillTemplate(
  { text }: Template,
  { name, phone, missing, contract }: AddressedLead,
): string {
  const number = phone ? ` al ${formatPhone(phone)}` : ', y a qué número';
  const documents =
    missing.map((kind) => attachmentLabel(kind, contract)).join('\n- ') || DOCUMENTS;
  return `${greetingOf(name)}\n\n${text.replace(PHONE_GAP, number).replace(DOCUMENTS, documents)}`;
}

type EndingGuarantee = { number: number; validTo: string };

export function fillEnding(text: string, { number, validTo }: EndingGuarantee): string {
  return text.replace('[número]', `${number}`).replace('[fecha]', formatDate(validTo));
}
