import { SCALE, toScaledInteger } from '#lib/platform/chile/amounts.ts';

/** Ley 19.886 art. 11, in the version of Ley 21.634. It was read at `source` on `checkedOn`. */
export const procurementLaw = {
  inForceSince: '2024-12-12',
  checkedOn: '2026-11-20',
  source: 'https://www.bcn.cl/leychile/navegar?idNorma=213004&idParte=8649151&idVersion=2024-12-12',
  /** A bid bond may be required only above this, for at most this share of the amount. */
  seriedad: { aboveUtm: 5000, maxPercent: 3 },
  /** A performance bond is required above this. `percent` refers to the final net price. */
  cumplimiento: { aboveUtm: 1000, percent: 5 },
  /** A guarantee for services stays valid for this many business days after the contract's end. */
  businessDaysAfterEnd: 60,
} as const;

/**
 * Says whether a buyer may require a guarantee: `possible` as an exception, `justified` if the
 * buyer gives a reason, `open` if it depends on the amount.
 */
export type Expectation = 'required' | 'possible' | 'justified' | 'excluded' | 'open';
export type Expectations = { seriedad: Expectation; cumplimiento: Expectation };

type TenderAmount =
  | { unit: 'UTM'; amount: string }
  | { unit: 'pesos'; amount: string; pesosPerUtm: string };

/** Facts that a person enters about a tender. Pesos can be compared only with `pesosPerUtm`. */
export type TenderQuestion = {
  /** Letters of the tender's type in upper case, or an empty text if none were given. */
  type: string;
  amount: { unit: TenderAmount['unit']; amount: string } | null;
  pesosPerUtm: string | null;
  services: boolean;
};

type TenderType = {
  group: 'Licitación pública' | 'Licitación privada' | 'Otro procedimiento';
  detail: string;
  /**
   * Lower bound of the estimated amount in UTM (monthly tax units), inclusive, or null for none.
   */
  fromUtm: number | null;
  /** Upper bound of the estimated amount in UTM, exclusive, or null for none. */
  belowUtm: number | null;
};

const tenderTypeIn =
  (group: TenderType['group']) =>
  (detail: string, fromUtm: number | null = null, belowUtm: number | null = null): TenderType => ({
    group,
    detail,
    fromUtm,
    belowUtm,
  });
const publicType = tenderTypeIn('Licitación pública');
const privateType = tenderTypeIn('Licitación privada');
const otherType = tenderTypeIn('Otro procedimiento');

/** Types by the letters in an id, from the dictionary of the API and the portal's list. */
export const tenderTypes: Readonly<Record<string, TenderType>> = {
  L1: publicType('menor a 100 UTM', 0, 100),
  LE: publicType('de 100 a 1.000 UTM', 100, 1000),
  LP: publicType('de 1.000 a 2.000 UTM', 1000, 2000),
  LQ: publicType('de 2.000 a 5.000 UTM', 2000, 5000),
  LR: publicType('de 5.000 UTM o más', 5000),
  LS: publicType('de servicios personales especializados'),
  O1: publicType('de obras'),
  E2: privateType('menor a 100 UTM', 0, 100),
  CO: privateType('de 100 a 1.000 UTM', 100, 1000),
  B2: privateType('de 1.000 a 2.000 UTM', 1000, 2000),
  H2: privateType('de 2.000 a 5.000 UTM', 2000, 5000),
  I2: privateType('de más de 5.000 UTM', 5000),
  O2: privateType('de obras'),
  CI: otherType('contrato para la innovación'),
  CI2: otherType('contrato para la innovación (privado)'),
  DC: otherType('diálogo competitivo'),
  DC2: otherType('diálogo competitivo (privado)'),
};

/** Returns the guarantees that a buyer may require at an amount. Thresholds are exclusive. */
export function expectationsOfAmount(amount: TenderAmount): Expectations {
  return expectationsWhere((utm) => compareToUtm(amount, utm) > 0);
}

/**
 * Returns the guarantees that a buyer may require for a type of tender, or `open` for a type
 * without a range of amounts. A range that begins at a threshold counts as above the threshold.
 */
export function expectationsOfType(type: string): Expectations {
  const fromUtm = bandOf(type)?.fromUtm;
  return fromUtm === undefined
    ? { seriedad: 'open', cumplimiento: 'open' }
    : expectationsWhere((utm) => fromUtm >= utm);
}

function expectationsWhere(isAbove: (utm: number) => boolean): Expectations {
  const { seriedad, cumplimiento } = procurementLaw;
  return {
    seriedad: isAbove(seriedad.aboveUtm) ? 'possible' : 'excluded',
    cumplimiento: isAbove(cumplimiento.aboveUtm) ? 'required' : 'justified',
  };
}

/**
 * Returns whether an amount is in the range of a type. A type without a range fits every amount.
 */
export function fitsType(type: string, amount: TenderAmount): boolean {
  const band = bandOf(type);
  if (!band) return true;
  const { fromUtm, belowUtm } = band;
  return (
    compareToUtm(amount, fromUtm) >= 0 && (belowUtm === null || compareToUtm(amount, belowUtm) < 0)
  );
}

/**
 * Returns a share of an amount as decimal text. The share is a maximum, so it is rounded down: to
 * whole pesos, or to hundredths of a UTM.
 */
export function percentOf(
  { unit, amount }: Pick<TenderAmount, 'unit' | 'amount'>,
  percent: number,
) {
  const share = (toScaledInteger(amount) * BigInt(percent)) / 100n;
  if (unit === 'pesos') return String(share / SCALE);
  const hundredths = String(share / (SCALE / 100n)).padStart(3, '0');
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`.replace(/\.00$/, '');
}

/**
 * Returns what the law says about an amount or, without one, about a type. `needsUtm`: the amount
 * in pesos cannot be compared without the value of the UTM. `contradicts`: the amount is not in the
 * range of the type.
 */
export function answerTender({ type, amount, pesosPerUtm }: Omit<TenderQuestion, 'services'>) {
  const comparable = toComparable(amount, pesosPerUtm);
  const expectations = comparable ? expectationsOfAmount(comparable) : expectationsOfType(type);
  const { seriedad, cumplimiento } = procurementLaw;
  return {
    expectations,
    needsUtm: amount?.unit === 'pesos' && !comparable && !bandOf(type),
    contradicts: comparable !== null && !fitsType(type, comparable),
    share: amount && {
      unit: amount.unit,
      seriedad: percentOf(amount, seriedad.maxPercent),
      cumplimiento: percentOf(amount, cumplimiento.percent),
    },
  };
}

/** A guarantee that a tender's page requires. `monto` is decimal text in the unit `moneda`. */
export type LegalGuarantee = {
  tipo: string;
  monto: string | null;
  moneda: string | null;
  glosa: string | null;
  descripcion: string | null;
};
export type LawTender = { type: string; amount: number | null; currency: string | null };
export const remarks = ['seriedad-below', 'seriedad-above', 'cumplimiento-above'] as const;
export type Remark = (typeof remarks)[number];

/**
 * Returns where a tender requires more than the law allows. A limit that depends on an unknown
 * amount is skipped.
 */
export function remarksOn(tender: LawTender, guarantees: readonly LegalGuarantee[]): Remark[] {
  const amount = toDecimal(tender.amount);
  const { seriedad } =
    amount && tender.currency === 'UTM'
      ? expectationsOfAmount({ unit: 'UTM', amount })
      : expectationsOfType(tender.type);
  const tenderPesos = amount && tender.currency === 'CLP' ? amount : null;
  const allRemarks = guarantees.flatMap((guarantee): Remark[] => {
    const { tipo } = guarantee;
    if (tipo === 'seriedad' && seriedad === 'excluded') return ['seriedad-below'];
    if (
      tipo === 'seriedad' &&
      isMoreThan(procurementLaw.seriedad.maxPercent, guarantee, tenderPesos)
    )
      return ['seriedad-above'];
    // The percentage applies to the awarded price, which no page states.
    const isRaised =
      tipo === 'cumplimiento' && isMoreThan(procurementLaw.cumplimiento.percent, guarantee, null);
    return isRaised && !givesReason(guarantee) ? ['cumplimiento-above'] : [];
  });
  return remarks.filter((remark) => allRemarks.includes(remark));
}

/**
 * Converts a guarantee that a person requests, for `remarksOn`. Its wording is left out, because it
 * is the applicant's and gives no reason of the buyer.
 */
export function ownGuarantee(item: {
  tipoGarantia?: string | undefined;
  montoGarantia?: string | undefined;
  monedaGarantia?: string | undefined;
}): LegalGuarantee {
  const { tipoGarantia = '', montoGarantia = null, monedaGarantia = null } = item;
  const amount = { monto: montoGarantia, moneda: monedaGarantia };
  return { tipo: tipoGarantia, ...amount, glosa: null, descripcion: null };
}

function isMoreThan(
  percent: number,
  { monto, moneda }: LegalGuarantee,
  tenderPesos: string | null,
): boolean {
  if (monto === null) return false;
  if (moneda === '%') return toScaledInteger(monto) > BigInt(percent) * SCALE;
  return (
    moneda === 'pesos' &&
    tenderPesos !== null &&
    toScaledInteger(monto) * 100n > toScaledInteger(tenderPesos) * BigInt(percent)
  );
}

/** Returns whether the page gives a legal reason: reckless offer, risk or special law. */
function givesReason({ glosa, descripcion }: LegalGuarantee): boolean {
  return /temerari|riesg|ley especial/i.test(`${glosa} ${descripcion}`);
}

function toDecimal(amount: number | null): string | null {
  return amount !== null && amount > 0 && amount < 1e15 ? String(amount) : null;
}

function toComparable(
  amount: TenderQuestion['amount'],
  pesosPerUtm: string | null,
): TenderAmount | null {
  if (amount?.unit === 'UTM') return { unit: 'UTM', amount: amount.amount };
  return amount && pesosPerUtm ? { unit: 'pesos', amount: amount.amount, pesosPerUtm } : null;
}

function bandOf(type: string): { fromUtm: number; belowUtm: number | null } | null {
  const { fromUtm = null, belowUtm = null } = tenderTypes[type.toUpperCase()] ?? {};
  return fromUtm === null ? null : { fromUtm, belowUtm };
}

/**
 * Compares an amount with a number of UTM. It multiplies and does not divide, so the result is
 * exact.
 */
function compareToUtm(amount: TenderAmount, utm: number): number {
  const threshold =
    amount.unit === 'UTM' ? BigInt(utm) * SCALE : BigInt(utm) * toScaledInteger(amount.pesosPerUtm);
  const difference = toScaledInteger(amount.amount) - threshold;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
