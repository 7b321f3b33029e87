import { answerLabels, guaranteeTypeCopy, sistemaCopy } from '#lib/domain/guarantees/copy.ts';
import type { GuaranteeItem } from '#lib/domain/guarantees/schema.ts';
import type { Attachment, StoredAnswers } from '#lib/domain/guarantees/view.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { formatAmount, formatDate, formatSize } from '#lib/platform/format.ts';
import { formatRut } from '#lib/platform/rut.ts';

export type SummaryRow = { label: string; value: string; href?: string };
export type SummarySection = { title: string; rows: SummaryRow[] };

type AnswerField = keyof typeof answerLabels;

/** Every answer that was given outside the guarantees, in reading order; empty groups left out. */
export function answerSections(answers: StoredAnswers): SummarySection[] {
  return groupsOf[answers.sistemaLicitacion].flatMap(({ title, fields }) => {
    const rows = fields.flatMap((field) => answerRow(answers, field));
    return rows.length > 0 ? [{ title, rows }] : [];
  });
}

export function guaranteeParts(item: GuaranteeItem) {
  return {
    type: guaranteeTypeCopy[item.tipoGarantia].label,
    amount: formatAmount(item.montoGarantia, item.monedaGarantia),
    from: formatDate(item.vigenciaDesde),
    until: formatDate(item.vigenciaHasta),
    wording: item.glosaGarantia ?? undefined,
  };
}

export function guaranteeSections(answers: StoredAnswers): SummarySection[] {
  const count = answers.garantias.length;
  return answers.garantias.map((item, index) => {
    const { type, amount, from, until, wording } = guaranteeParts(item);
    return {
      title: count === 1 ? 'Garantía' : `Garantía ${index + 1} de ${count}`,
      rows: [
        { label: 'Tipo', value: type },
        { label: 'Monto', value: amount },
        { label: 'Vigencia', value: `${from} al ${until}` },
        ...(wording ? [{ label: 'Glosa', value: wording }] : []),
      ],
    };
  });
}

/**
 * The documents. With `linkOf` those in our store get their address, or from `notes` why they
 * cannot be opened; an applicant's own address stays text, as its content was never checked.
 */
export function attachmentRows(
  answers: StoredAnswers,
  linkOf?: (kind: UploadKind) => string,
  notes: ReadonlyMap<string, string> = new Map(),
): SummaryRow[] {
  const row = (label: string, kind: UploadKind): SummaryRow[] => {
    const attachment: Attachment | undefined = answers[kind];
    if (!attachment) return [];
    if ('externalUrl' in attachment) {
      return [{ label, value: `Enlace externo, no revisado: ${attachment.externalUrl}` }];
    }
    const value = `${attachment.fileName} (${formatSize(attachment.size)})`;
    const note = notes.get(attachment.uploadId);
    if (note) return [{ label, value: `${value}: ${note}` }];
    return [{ label, value, href: linkOf?.(kind) }];
  };
  return [...row('Bases o contrato', 'contrato'), ...row('Otro documento', 'adicional')];
}

const applicant: { title: string; fields: AnswerField[] } = {
  title: 'Solicitante',
  fields: ['nombreSolicitante', 'email', 'telefonoSolicitante', 'sistemaLicitacion'],
};

/** A field of the contract that is missing here would not be shown: a test compares the lists. */
export const groupsOf: Record<
  StoredAnswers['sistemaLicitacion'],
  { title: string; fields: AnswerField[] }[]
> = {
  chilecompra: [
    applicant,
    {
      title: 'Empresa oferente',
      fields: [
        'nombreEmpresaOferente',
        'rutEmpresaOferente',
        'direccionEmpresaOferente',
        'comunaEmpresaOferente',
        'regionEmpresaOferente',
      ],
    },
    {
      title: 'Licitación',
      fields: ['idLicitacion', 'institucion', 'rutInstitucion', 'razonSocial'],
    },
  ],
  privados: [
    applicant,
    {
      title: 'Empresa contratista',
      fields: [
        'nombreEmpresaContratista',
        'rutEmpresaContratista',
        'direccionEmpresaContratista',
        'comunaEmpresaContratista',
        'regionEmpresaContratista',
        'nombreContactoContratista',
        'telefonoContratista',
        'emailContratista',
      ],
    },
    {
      title: 'Mandante',
      fields: [
        'razonSocialMandante',
        'rutMandantePrivados',
        'nombreContactoMandante',
        'telefonoMandante',
        'emailMandante',
      ],
    },
    { title: 'Contrato', fields: ['fechaInicioContrato', 'fechaTerminoContrato'] },
  ],
};

function answerRow(answers: StoredAnswers, field: AnswerField): SummaryRow[] {
  const given: unknown = Object.entries(answers).find(([name]) => name === field)?.[1];
  if (typeof given !== 'string' || given === '') return [];
  return [{ label: answerLabels[field], value: readable(answers, field, given) }];
}

function readable(answers: StoredAnswers, field: AnswerField, given: string): string {
  if (field === 'sistemaLicitacion') return sistemaCopy[answers.sistemaLicitacion];
  if (field.startsWith('rut')) return formatRut(given);
  return field.startsWith('fecha') ? formatDate(given) : given;
}
