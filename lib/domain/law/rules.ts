/**
 * Guarantees of public tenders: Ley 19.886 art. 11 as replaced by Ley 21.634, in force since
 * 12-Dec-2024. Read on `checkedOn` at `source`. Amounts are decimal text, never floats.
 */
export const procurementLaw = {
  inForceSince: '2024-12-12',
  checkedOn: '2026-11-20',
  source: 'https://www.bcn.cl/leychile/navegar?idNorma=213004&idParte=8649151&idVersion=2024-12-12',
  /** Only above this; never more than this share of the tender's amount. */
  seriedad: { aboveUtm: 5000, maxPercent: 3 },
  /** Demanded above this; share of the awardee's final net price. */
  cumplimiento: { aboveUtm: 1000, percent: 5 },
  /** For services: business days of validity after the end of the contract. */
  businessDaysAfterEnd: 60,
} as const;

/** `possible`: by exception; `justified`: only if the buyer says why; `open`: depends on the amount. */
export type Expectation = 'required' | 'possible' | 'justified' | 'excluded' | 'open';
export type Expectations = { seriedad: Expectation; cumplimiento: Expectation };

export type TenderAmount =
  | { unit: 'UTM'; amount: string }
  | { unit: 'pesos'; amount: string; pesosPerUtm: string };

/** What a person tells of a tender; pesos can be compared only with `pesosPerUtm`. */
export type TenderQuestion = {
  /** Letters of the tender's type, upper case; empty when not told. */
  type: string;
  amount: { unit: TenderAmount['unit']; amount: string } | null;
  pesosPerUtm: string | null;
  services: boolean;
};

/** The UTM that a tender type stands for: `from` ≤ amount < `below` (null: no end). */
export type Band = { fromUtm: number; belowUtm: number | null };

/** Types of Mercado Público whose letters tell the amount (dictionary of its API). */
export const tenderBands: Readonly<Record<string, Band>> = {
  L1: { fromUtm: 0, belowUtm: 100 },
  LE: { fromUtm: 100, belowUtm: 1000 },
  LP: { fromUtm: 1000, belowUtm: 2000 },
  LQ: { fromUtm: 2000, belowUtm: 5000 },
  LR: { fromUtm: 5000, belowUtm: null },
  E2: { fromUtm: 0, belowUtm: 100 },
  CO: { fromUtm: 100, belowUtm: 1000 },
  B2: { fromUtm: 1000, belowUtm: 2000 },
  H2: { fromUtm: 2000, belowUtm: 5000 },
  I2: { fromUtm: 5000, belowUtm: null },
};

/** What the law lets a buyer ask for at this amount. Exactly at a threshold is not above it. */
export function expectationsOfAmount(amount: TenderAmount): Expectations {
  return {
    seriedad: isAbove(amount, procurementLaw.seriedad.aboveUtm) ? 'possible' : 'excluded',
    cumplimiento: isAbove(amount, procurementLaw.cumplimiento.aboveUtm) ? 'required' : 'justified',
  };
}

/**
 * The same by the type's letters (`LP`, `LR`, …), where these say enough; other types, such as
 * works (`O1`), are `open`. A band that begins at a threshold counts as above it.
 */
export function expectationsOfType(type: string): Expectations {
  const band = tenderBands[type.toUpperCase()];
  if (!band) return { seriedad: 'open', cumplimiento: 'open' };
  const { seriedad, cumplimiento } = procurementLaw;
  return {
    seriedad: band.fromUtm >= seriedad.aboveUtm ? 'possible' : 'excluded',
    cumplimiento: band.fromUtm >= cumplimiento.aboveUtm ? 'required' : 'justified',
  };
}

/** Whether an amount lies in the band of a type; true where the type has none. */
export function fitsType(type: string, amount: TenderAmount): boolean {
  const band = tenderBands[type.toUpperCase()];
  if (!band) return true;
  const { fromUtm, belowUtm } = band;
  return compare(amount, fromUtm) >= 0 && (belowUtm === null || compare(amount, belowUtm) < 0);
}

/**
 * `percent` of an amount as decimal text in the same unit: whole pesos or hundredths of a UTM,
 * rounded down, so that a maximum stays one.
 */
export function percentOf(
  { unit, amount }: Pick<TenderAmount, 'unit' | 'amount'>,
  percent: number,
) {
  const share = (scaled(amount) * BigInt(percent)) / 100n;
  if (unit === 'pesos') return String(share / SCALE);
  const hundredths = String(share / (SCALE / 100n)).padStart(3, '0');
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`.replace(/\.00$/, '');
}

/**
 * The whole answer to a question: by the amount where it can be compared, else by the type.
 * `needsUtm`: neither says enough without the value of the UTM. `share`: reference figures in the
 * unit of the amount.
 */
export function answerTender({ type, amount, pesosPerUtm }: Omit<TenderQuestion, 'services'>) {
  const comparable = toComparable(amount, pesosPerUtm);
  const expectations = comparable ? expectationsOfAmount(comparable) : expectationsOfType(type);
  const { seriedad, cumplimiento } = procurementLaw;
  return {
    expectations,
    needsUtm: amount?.unit === 'pesos' && !comparable && !tenderBands[type],
    contradicts: comparable !== null && !fitsType(type, comparable),
    share: amount && {
      unit: amount.unit,
      seriedad: percentOf(amount, seriedad.maxPercent),
      cumplimiento: percentOf(amount, cumplimiento.percent),
    },
  };
}

function toComparable(
  amount: TenderQuestion['amount'],
  pesosPerUtm: string | null,
): TenderAmount | null {
  if (amount?.unit === 'UTM') return { unit: 'UTM', amount: amount.amount };
  return amount && pesosPerUtm ? { unit: 'pesos', amount: amount.amount, pesosPerUtm } : null;
}

function isAbove(amount: TenderAmount, utm: number): boolean {
  return compare(amount, utm) > 0;
}

/** Multiplies instead of dividing, so that a threshold is met exactly. */
function compare(amount: TenderAmount, utm: number): number {
  const threshold =
    amount.unit === 'UTM' ? BigInt(utm) * SCALE : BigInt(utm) * scaled(amount.pesosPerUtm);
  const difference = scaled(amount.amount) - threshold;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

const SCALE = 10_000n;

/** Decimal text of up to 4 decimals → ten-thousandths. */
function scaled(decimal: string): bigint {
  const [whole = '0', decimals = ''] = decimal.split('.');
  return BigInt(whole) * SCALE + BigInt(decimals.padEnd(4, '0').slice(0, 4));
}
