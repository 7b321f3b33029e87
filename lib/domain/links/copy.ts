import { LINK_DAYS, type LinkKind } from '#lib/domain/links/rules.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

/**
 * Kinds of links that can be mailed again. A link to a draft is not among them, because its own
 * page mails it.
 */
export type ResendableLinkKind = Exclude<LinkKind, 'resume'>;

type Words = {
  ended: string;
  opens: (subject: string) => string;
  button: string;
};

export const linkCopy: Record<ResendableLinkKind, Words> = {
  receipt: {
    ended: `Los enlaces a una solicitud sirven ${LINK_DAYS.receipt} días, y quien pidió la garantía puede cerrarlos antes.`,
    opens: (subject) =>
      `Con este enlace ves tu solicitud ${formatRequestNumber(subject)} y su comprobante.`,
    button: 'Ver mi solicitud',
  },
  'lead-receipt': {
    ended: `Estos enlaces sirven ${LINK_DAYS['lead-receipt']} días.`,
    opens: () => 'Con este enlace ves qué recibimos y qué sigue.',
    button: 'Ver qué sigue',
  },
  issued: {
    ended: `Los enlaces a una garantía sirven ${LINK_DAYS.issued} días.`,
    opens: (subject) =>
      `Con este enlace ves tu garantía ${formatRequestNumber(subject)} y su documento.`,
    button: 'Ver mi garantía',
  },
};
