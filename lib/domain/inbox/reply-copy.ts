import { brand } from '#lib/platform/brand.ts';
import { hello } from '#lib/platform/mail/blocks.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

/** What advisors begin to write from; `state`: a reason to tell when the request comes to that state. */
export type Template = { id: string; label: string; text: string; state?: RequestState };

export const templates: readonly Template[] = [
  {
    id: 'faltan-documentos',
    label: 'Faltan documentos',
    text: 'Para seguir con tu garantía nos faltan estos documentos:\n\n- \n\nResponde este correo con los archivos adjuntos y retomamos de inmediato.',
  },
  {
    id: 'faltan-bases',
    label: 'Pedir las bases',
    text: '¿Nos envías las bases de la licitación o el contrato? Con ellas revisamos que el monto, la vigencia y la glosa queden tal como se exigen.',
  },
  {
    id: 'condiciones',
    label: 'Enviar condiciones',
    text: 'Tu garantía puede salir en estas condiciones:\n\nEmisor: \nCosto: \nVigencia: \n\nSi te parecen bien, responde este correo y te enviamos el enlace de pago.',
  },
  {
    id: 'llamada',
    label: 'Proponer una llamada',
    text: 'Prefiero explicártelo por teléfono: son diez minutos. ¿A qué hora te acomoda, y a qué número te llamo?',
  },
  {
    id: 'falta-para-revisar',
    label: 'Falta información',
    state: 'en_revision',
    text: 'Para terminar la revisión nos falta: ',
  },
  {
    id: 'sin-antecedentes',
    label: 'Antecedentes',
    state: 'rechazada',
    text: 'Con los antecedentes financieros que recibimos, ninguna aseguradora pudo respaldar este monto.',
  },
  {
    id: 'sin-plazo',
    label: 'Plazo',
    state: 'rechazada',
    text: 'No alcanzamos a emitirla antes del cierre que indican las bases.',
  },
  {
    id: 'exige-otra',
    label: 'Otro tipo de garantía',
    state: 'rechazada',
    text: 'Las bases exigen un tipo de garantía que no emitimos. Podemos ayudarte a buscar otra vía.',
  },
];

export function findTemplate(id: string | undefined): Template | undefined {
  return templates.find((template) => template.id === id);
}

export function letterOf({ text }: Template, name: string): string {
  return `${hello(name)}\n\n${text}`;
}

export function replySubject(submissionId: number | null): string {
  return submissionId === null ? `Tu mensaje a ${brand.name}` : `Tu solicitud N.º ${submissionId}`;
}
