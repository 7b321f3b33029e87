import type { LawTender } from '#lib/domain/law/rules.ts';
import {
  CLOSED,
  guaranteeTypeOf,
  orderStates,
  PUBLISHED,
  tenderStates,
  typeOfCode,
} from '#lib/domain/marketplace/rules.ts';
import type {
  Buyer,
  PurchaseOrder,
  Tender,
  TenderGuarantee,
} from '#lib/domain/marketplace/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { daysBetween } from '#lib/platform/chile/calendar.ts';
import {
  formatAmount,
  formatDateTime,
  formatDay,
  formatDuration,
  formatTime,
  isoDay,
} from '#lib/platform/chile/format.ts';
import type { MappedTender, OrderFacts } from '#lib/platform/mercado-publico/mapper.ts';
import type { PageGuarantee } from '#lib/platform/mercado-publico/tender-page.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

/** Maps a tender to the reply of the published API. A tender from a list has only few fields. */
export function tenderView(facts: Partial<MappedTender> & { code: string }): Tender {
  return {
    codigoExterno: facts.code,
    nombre: facts.name ?? undefined,
    estado: facts.state ?? tenderStates[facts.stateCode ?? -1],
    codigoEstado: facts.stateCode ?? null,
    organismo: facts.buyerName ?? undefined,
    codigoOrganismo: facts.buyerCode ?? undefined,
    nombreUnidad: facts.unitName ?? undefined,
    fechaPublicacion: dayOf(facts.publishedAt),
    fechaCierre: dayOf(facts.closesAt),
    montoEstimado: facts.amount ?? null,
    moneda: facts.currency ?? undefined,
    tipo: facts.type ?? (typeOfCode(facts.code) || undefined),
    descripcion: facts.description ?? undefined,
  };
}

/**
 * Maps a buyer to the reply of our API. Its region and comuna are null, because Mercado Público
 * states those of a purchasing unit and not of the buyer.
 */
export function buyerView(buyer: { code: string; name: string; rut: string | null }): Buyer {
  const { code, name, rut } = buyer;
  return { codigoOrganismo: code, nombreOrganismo: name, rut, region: null, comuna: null };
}

/**
 * Returns the code of a tender's state at `now` (ms). The API still calls a tender published for a
 * while after it closed; such a tender is returned as closed.
 */
export function currentStateCode(
  { stateCode, closesAt }: Pick<MappedTender, 'stateCode' | 'closesAt'>,
  now: number,
): number | null {
  return stateCode === PUBLISHED && closesAt !== null && closesAt <= now ? CLOSED : stateCode;
}

/** Returns the words for a tender's state at `now` (ms), corrected as in `currentStateCode`. */
export function tenderStateText(
  { state, ...facts }: Pick<MappedTender, 'state' | 'stateCode' | 'closesAt'>,
  now: number,
): string | null {
  const code = currentStateCode(facts, now);
  return (code === facts.stateCode ? state : null) ?? tenderStates[code ?? -1] ?? null;
}

/** Returns the facts on which the legal limits depend: the type and the estimated amount. */
export function lawTender(type: string, facts: MappedTender | null | undefined): LawTender {
  return { type, amount: facts?.amount ?? null, currency: facts?.currency ?? null };
}

export function closingField({ closesAt }: { closesAt: number | null }) {
  return { cierre: closesAt === null ? null : new Date(closesAt).toISOString() };
}

type TenderDates = Pick<MappedTender, 'publishedAt' | 'closesAt'>;

export function tenderDates({ publishedAt, closesAt }: TenderDates) {
  return [
    { label: 'Publicada', value: publishedAt === null ? null : formatDay(publishedAt) },
    { label: 'Cierre', value: closesAt === null ? null : formatDateTime(closesAt) },
  ].filter(({ value }) => value !== null);
}

/** Returns `Abierta · cierra hoy 15:00`, `… mañana 09:30` or `… en 3 días`, by the day in Chile. */
export function closingText(closesAt: number, now: number): string {
  if (closesAt <= now) return 'Cerrada';
  const days = daysBetween(isoDay(now), isoDay(closesAt));
  const time = formatTime(closesAt);
  const dayText = days > 1 ? `en ${days} días` : `${days === 0 ? 'hoy' : 'mañana'} ${time}`;
  return `Abierta · cierra ${dayText}`;
}

/** Returns `cierra mañana 22:13` if a tender closes within 48 hours, else null. Times are in ms. */
export function closingSoonText(closesAt: number | null | undefined, now: number): string | null {
  if (!closesAt || timeToClosingText(closesAt, now) === null) return null;
  const days = daysBetween(isoDay(now), isoDay(closesAt));
  return `cierra ${['hoy', 'mañana', 'pasado mañana'][days]} ${formatTime(closesAt)}`;
}

/** Returns `1 día y 7 horas` if a tender closes within 48 hours, else null. Times are in ms. */
export function timeToClosingText(closesAt: number | null, now: number): string | null {
  const msLeft = (closesAt ?? 0) - now;
  if (msLeft <= 0 || msLeft > 2 * DAY) return null;
  const remainderMs = msLeft % DAY;
  const hoursText = msLeft >= DAY && remainderMs >= HOUR ? ` y ${formatDuration(remainderMs)}` : '';
  return formatDuration(msLeft) + hoursText;
}

const amountUnits = new Map<string, (decimal: string) => string>([
  ['CLP', (decimal) => formatAmount(decimal, 'pesos')],
  ['CLF', (decimal) => formatAmount(decimal, 'UF')],
  ['USD', (decimal) => formatAmount(decimal, 'USD')],
  ['UTM', (decimal) => `${groupAmount(decimal)} UTM`],
]);

/**
 * Returns the estimated amount with its currency, or null when the buyer hides it or it cannot be
 * read.
 */
export function estimatedAmountText({
  amount,
  currency,
}: {
  amount: number | null;
  currency: string | null;
}): string | null {
  const decimal = String(amount ?? '');
  if (!/^\d+(\.\d+)?$/.test(decimal) || !/[1-9]/.test(decimal)) return null;
  return amountUnits.get(currency ?? '')?.(decimal) ?? null;
}

export function publicPageOf(code: string): string {
  return `https://www.mercadopublico.cl/Procurement/Modules/RFB/DetailsAcquisition.aspx?idlicitacion=${encodeURIComponent(code)}`;
}

export function orderView(facts: OrderFacts): PurchaseOrder {
  return {
    codigo: facts.code,
    nombre: facts.name,
    estado: facts.state ?? orderStates[facts.stateCode ?? -1] ?? null,
    codigoEstado: facts.stateCode,
    codigoLicitacion: facts.tenderCode,
    organismo: facts.buyerName,
    rutOrganismo: facts.buyerRut,
    proveedor: facts.supplierName,
    rutProveedor: facts.supplierRut,
    total: facts.total,
    moneda: facts.currency,
    fechaEnvio: dayOf(facts.sentAt) ?? null,
  };
}

/** A Map, because an object would also have inherited keys such as `constructor`. */
const currencies = new Map([
  ['peso chileno', 'pesos'],
  ['clp', 'pesos'],
  ['unidad de fomento', 'UF'],
  ['uf', 'UF'],
  ['clf', 'UF'],
  ['dolar americano', 'USD'],
  ['dolar', 'USD'],
  ['usd', 'USD'],
]);

/**
 * Maps a guarantee of a tender's page to the reply of our API. `tipo` and `moneda` are the codes of
 * our requests if one matches, otherwise the words of the page.
 */
export function guaranteeView(guarantee: PageGuarantee): TenderGuarantee {
  const unit = withoutAccents(guarantee.unit ?? '');
  return {
    tipo: guaranteeTypeOf(guarantee.title) ?? guarantee.title,
    titulo: guarantee.title,
    beneficiario: guarantee.beneficiary,
    monto: guarantee.amount,
    moneda: currencies.get(unit) ?? guarantee.unit,
    vencimiento: guarantee.expiresOn,
    glosa: guarantee.wording,
    descripcion: guarantee.description,
  };
}

function dayOf(ms: number | null | undefined): string | undefined {
  return ms == null ? undefined : isoDay(ms);
}
