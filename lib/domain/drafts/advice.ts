import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import {
  type ContactForm,
  PAGE_MESSAGE,
  undecided,
} from '#lib/domain/requests/leads/contact-schema.ts';
import { answerLabels, sistemaCopy } from '#lib/domain/requests/submissions/copy.ts';
import { guaranteeParts, readableAnswer } from '#lib/domain/requests/submissions/view.ts';

/** Answers about contract and companies that an advisor reads, in their order. */
const advisedFields = [
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

export function adviceValues(answers: DraftAnswers): Partial<Record<keyof ContactForm, string>> {
  const { values, garantias } = answers;
  const { nombreSolicitante, email, telefonoSolicitante } = values;
  const contract = advisedFields.flatMap((name) => {
    const value = readableAnswer(name, values[name]);
    return value ? [`${answerLabels[name]}: ${value}`] : [];
  });
  const guarantees = garantias.map(guaranteeParts).map(({ type, amount, from, until }) => {
    const term = from && until ? `del ${from} al ${until}` : '';
    return `Garantía: ${[type, amount, term].filter(Boolean).join(', ')}`;
  });
  const kind = values.sistemaLicitacion === 'privados' ? [sistemaCopy.privados] : [];
  const mensaje = [...kind, ...contract, ...guarantees].join('\n').slice(0, PAGE_MESSAGE);
  return {
    ...(nombreSolicitante && { primer_nombre: nombreSolicitante }),
    ...(email && { correo: email }),
    ...(telefonoSolicitante && { telefono: readableAnswer('telefono', telefonoSolicitante) }),
    ...(mensaje && { mensaje }),
    perfil_activo: guaranteeParts(garantias[0] ?? {}).type || undecided,
  };
}
