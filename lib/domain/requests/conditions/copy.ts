import type { ConditionsState } from '#lib/domain/requests/conditions/rules.ts';
import type { Conditions } from '#lib/domain/requests/conditions/schema.ts';
import { issueRows, issueText } from '#lib/domain/requests/submissions/steps.ts';
import {
  beneficiaryOf,
  guaranteeOrdinal,
  guaranteeTexts,
  type StoredAnswers,
  withSent,
} from '#lib/domain/requests/submissions/view.ts';
import { formatDate, formatPesos } from '#lib/platform/chile/format.ts';

export const conditionsCopy = {
  open: { label: 'Por aceptar', tone: 'info' },
  accepted: { label: 'Aceptadas', tone: 'success' },
  declined: { label: 'No aceptadas', tone: 'warning' },
  expired: { label: 'Vencidas', tone: 'warning' },
  closed: { label: 'Cerradas', tone: 'neutral' },
  held: { label: 'Cerradas', tone: 'neutral' },
} as const satisfies Record<ConditionsState, object>;

/**
 * Returns the next steps after conditions were sent, in place of those of `payerPaths`. Returns
 * null if the conditions have expired or the request is decided.
 */
export function conditionsSteps(
  state: ConditionsState,
  issueDays?: number,
): readonly string[] | null {
  if (state === 'declined') return [DECLINED_STEP];
  if (state !== 'open' && state !== 'accepted') return null;
  const paid = `Con el pago ${issueText(issueDays)}`;
  const accept = 'Si aceptas las condiciones, pagas en esta misma página.';
  return state === 'open' ? [accept, paid] : [paid];
}

const DECLINED_STEP =
  'Tu asesor ve que no aceptaste las condiciones y puede enviarte otras. Tu solicitud sigue abierta.';

/**
 * Returns rows that describe conditions. The text of the terms is left out, because it is longer.
 */
export function conditionsRows(
  { price, issuer, validUntil, acceptedAt }: Conditions,
  issueDays?: number,
) {
  const until = acceptedAt === undefined ? 'Válidas hasta' : 'Plazo para aceptar';
  return [
    { label: 'Precio', value: `${formatPesos(price)} en total, con impuestos` },
    { label: 'Emisor', value: issuer },
    ...issueRows(issueDays),
    ...(validUntil ? [{ label: until, value: formatDate(validUntil) }] : []),
  ];
}

type CoveredRequest = StoredAnswers & { tenderId: string | null };

/** Describes the guarantees that conditions cover. Requested values follow corrected ones. */
export function coveredGuaranteeRows(request: CoveredRequest) {
  const { garantias, tenderId } = request;
  const rows = garantias
    .map(guaranteeTexts)
    .flatMap(({ type, amount, from, until, wording, ...sentTexts }, index) => [
      { label: guaranteeOrdinal(index, garantias.length), value: type },
      { label: 'Monto asegurado', value: withSent(amount, sentTexts.sentAmount) },
      {
        label: 'Vigencia',
        value: from && until ? withSent(`${from} al ${until}`, sentTexts.sentTerm) : '',
      },
      { label: 'Glosa', value: wording ?? '' },
    ]);
  return [
    ...rows,
    { label: 'A favor de', value: beneficiaryOf(request) },
    { label: 'Licitación', value: tenderId ?? '' },
  ].filter(({ value }) => value);
}

export const conditionsRefusals = {
  decided: 'La solicitud está rechazada o emitida. Cambia su estado antes de enviar condiciones.',
  paid: 'Estas condiciones ya se pagaron, o alguien las está pagando. Si falta cobrar algo, pide un pago.',
  past: 'Elige una fecha desde hoy.',
  stale: 'Tu asesor envió otras condiciones. Revísalas: son las que ves ahora.',
  none: 'No hay condiciones por aceptar.',
  accepted: 'Estas condiciones ya se aceptaron. Si algo cambió, escríbele a tu asesor.',
  declined:
    'Alguien ya respondió que no acepta estas condiciones. Escríbele a tu asesor si quieres seguir con ellas.',
  garantias: 'Indica monto y vigencia de cada garantía de la solicitud, en su orden.',
  closed:
    'Esta solicitud ya no recibe respuestas. Si tienes dudas, responde el correo que te enviamos.',
  held: 'Tu asesor está actualizando esta solicitud. Vuelve a cargar la página en unos minutos.',
  expired: 'Estas condiciones vencieron. Responde el correo que te enviamos y te mandamos otras.',
} as const;
