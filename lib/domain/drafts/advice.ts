import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import {
  type ContactFormBody,
  MAX_PAGE_MESSAGE_LENGTH,
  undecidedLabel,
} from '#lib/domain/requests/leads/contact-schema.ts';
import { answerLabels, sistemaCopy } from '#lib/domain/requests/submissions/copy.ts';
import { guaranteeTexts, readableAnswer } from '#lib/domain/requests/submissions/view.ts';

/** Answers about contract and companies that an advisor sees, in this order. */
const adviceFields = [
  'idLicitacion',
  'institucion',
  'razonSocialMandante',
  'rutMandantePrivados',
  'nombreEmpresaOferente',
  'rutEmpresaOferente',
  'nombreEmpresaContratista',
  'rutEmpresaContratista',
  'fechaInicioContrato',
  'fechaTerminoContrato',
] as const;

export function adviceValues(
  answers: DraftAnswers,
): Partial<Record<keyof ContactFormBody, string>> {
  const { values, garantias } = answers;
  const { nombreSolicitante, email, telefonoSolicitante } = values;
  const contract = adviceFields.flatMap((name) => {
    const value = readableAnswer(name, values[name]);
    return value ? [`${answerLabels[name]}: ${value}`] : [];
  });
  const guarantees = garantias.map(guaranteeTexts).map(({ type, amount, from, until }) => {
    const term = from && until ? `del ${from} al ${until}` : '';
    return `Garantía: ${[type, amount, term].filter(Boolean).join(', ')}`;
  });
  const kind = values.sistemaLicitacion === 'privados' ? [sistemaCopy.privados] : [];
  const mensaje = [...kind, ...contract, ...guarantees]
    .join('\n')
    .slice(0, MAX_PAGE_MESSAGE_LENGTH);
  return {
    ...(nombreSolicitante && { primer_nombre: nombreSolicitante }),
    ...(email && { correo: email }),
    ...(telefonoSolicitante && { telefono: readableAnswer('telefono', telefonoSolicitante) }),
    ...(mensaje && { mensaje }),
    perfil_activo: guaranteeTexts(garantias[0] ?? {}).type || undecidedLabel,
  };
}
