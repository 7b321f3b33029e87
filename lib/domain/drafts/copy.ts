import { currencyCopy, guaranteeTypeCopy, sistemaCopy } from '#lib/domain/guarantees/copy.ts';
import {
  type AnswerField,
  type Currency,
  currencies,
  endsTooSoon,
  type GuaranteeItem,
  guaranteeTypes,
  inOrder,
} from '#lib/domain/guarantees/schema.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { isComunaOf } from '#lib/domain/territory/rules.ts';
import { DAY } from '#lib/platform/durations.ts';
import { meantEmail } from '#lib/platform/email-slips.ts';
import type { FieldErrors } from '#lib/platform/errors.ts';
import { formatAmount } from '#lib/platform/format.ts';

export type FieldName = AnswerField | keyof GuaranteeItem;
export type Values = Record<string, string | null | undefined>;

export type WrittenField<Name> = {
  name: Name;
  label: string;
  kind:
    | 'text'
    | 'email'
    | 'tel'
    | 'rut'
    | 'date'
    | 'amount'
    | 'lines'
    | 'tender'
    | 'region'
    | 'comuna';
  hint?: string;
  optional?: true;
  lookUp?: 'tender' | 'buyers' | 'supplier';
  /** Before a date in words. */
  says?: string;
  autoComplete?: 'name' | 'email' | 'tel' | 'organization' | 'street-address';
};
export type ChoiceField<Name> = {
  name: Name;
  /** Without it the question of the step is its legend. */
  label?: string;
  kind: 'choice';
  hint?: string;
  optional?: never;
  options: readonly Option[];
  inline?: true;
  icons?: true;
  assumed?: string;
};
type Option = { value: string; label: string; hint?: string };
export type Field<Name = FieldName> = WrittenField<Name> | ChoiceField<Name>;

/** What fields have to do with one another, asked when each is right by itself. */
export type Check = (values: Values) => FieldErrors;
/** `today`: the day in Chile, `YYYY-MM-DD`. */
export type Doubt = (values: Values, today: string) => FieldErrors;

export const variants: Option[] = [
  {
    value: 'chilecompra',
    label: sistemaCopy.chilecompra,
    hint: 'Le vendes al Estado: municipios, hospitales, ministerios.',
  },
  {
    value: 'privados',
    label: sistemaCopy.privados,
    hint: 'Te contrata una empresa: mineras, constructoras, retail.',
  },
];

export const guaranteeKinds: Option[] = guaranteeTypes.map((value) => {
  const { label, meaning } = guaranteeTypeCopy[value];
  return { value, label, hint: meaning };
});

export const units: Option[] = currencies.map((value) => ({ value, label: currencyCopy[value] }));

type Owner = 'Oferente' | 'Contratista';

export const company = (owner: Owner): Field<AnswerField>[] => [
  {
    name: `nombreEmpresa${owner}`,
    label: 'Nombre o razón social',
    kind: 'text',
    autoComplete: 'organization',
  },
  {
    name: `rutEmpresa${owner}`,
    label: 'RUT',
    hint: 'Con dígito verificador, por ejemplo 76.123.456-0.',
    kind: 'rut',
    lookUp: 'supplier',
  },
];

export const address = (owner: Owner) => {
  const region = `regionEmpresa${owner}` as const;
  const comuna = `comunaEmpresa${owner}` as const;
  const fields: Field<AnswerField>[] = [
    {
      name: `direccionEmpresa${owner}`,
      label: 'Calle y número',
      kind: 'text',
      optional: true,
      autoComplete: 'street-address',
    },
    { name: region, label: 'Región', kind: 'region', optional: true },
    { name: comuna, label: 'Comuna', kind: 'comuna', optional: true },
  ];
  const check: Check = (values) => {
    const [regionName, comunaName] = [values[region], values[comuna]];
    if (comunaName && !regionName) return { [region]: 'Elige la región de esa comuna.' };
    if (!regionName || !comunaName || isComunaOf(regionName, comunaName)) return {};
    return { [comuna]: 'Esa comuna no pertenece a la región elegida. Elige otra.' };
  };
  return { question: '¿Dónde está la empresa?', fields, check };
};

export const contact = (owner: 'Contratista' | 'Mandante'): Field<AnswerField>[] => [
  { name: `nombreContacto${owner}`, label: 'Nombre y apellido', kind: 'text', optional: true },
  { name: `telefono${owner}`, label: 'Teléfono', kind: 'tel', optional: true },
  { name: `email${owner}`, label: 'Correo', kind: 'email', optional: true },
];

export const notBefore =
  (start: FieldName, end: FieldName): Check =>
  (values) =>
    inOrder(values[start], values[end]) ? {} : { [end]: endsTooSoon };

/** A billón of pesos, and about as much in the others. */
const largest: Record<Currency, number> = { pesos: 1e12, UF: 3e7, USD: 1e9 };

/** In pesos: below it zeros, or thousands, were most likely left out. */
const SMALLEST = 10_000;

const standing = 'Si es lo que piden, presiona Continuar otra vez.';

/** The question about a decimal that looks mistyped; null: it may well be right. */
export function amountDoubt(decimal: string, unit: Currency): string | null {
  const amount = formatAmount(decimal, unit);
  if (Number(decimal) > largest[unit]) return `Son ${amount}: revisa los ceros.`;
  if (unit !== 'pesos') return null;
  if (Number(decimal) < SMALLEST) return `¿Son ${amount}? Revisa si faltan ceros.`;
  const cents = decimal.includes('.');
  return cents ? `Escribiste ${amount} y los pesos no llevan decimales.` : null;
}

export const unlikelyAmount: Check = ({ montoGarantia, monedaGarantia }): FieldErrors => {
  const unit = currencies.find((name) => name === monedaGarantia);
  const doubt = unit && montoGarantia ? amountDoubt(montoGarantia, unit) : null;
  return doubt ? { montoGarantia: `${doubt} ${standing}` } : {};
};

/** One that began longer ago was most likely meant for another year. */
const LONG_PAST_DAYS = 30;

export const longPast: Doubt = ({ vigenciaDesde }, today): FieldErrors => {
  const days = vigenciaDesde ? (Date.parse(today) - Date.parse(vigenciaDesde)) / DAY : 0;
  if (days <= LONG_PAST_DAYS) return {};
  const ago = `Empezó hace ${days.toLocaleString('es-CL')} días: revisa el año.`;
  return { vigenciaDesde: `${ago} ${standing}` };
};

export const unreadableTender: Check = ({ idLicitacion }): FieldErrors => {
  if (!idLicitacion) return {};
  const parsed = parseTenderId(idLicitacion);
  if (parsed.ok) return {};
  return {
    idLicitacion: `Escribiste ${idLicitacion}. ${codeProblems[parsed.problem]} Si no tienes otro, presiona Continuar otra vez.`,
  };
};

export const mistypedEmail: Check = ({ email }): FieldErrors => {
  const meant = meantEmail(email);
  if (!meant) return {};
  const asked = `¿Quisiste decir ${meant}? Si ${email} está bien, presiona Continuar otra vez.`;
  return { email: asked };
};

export const tenderCopy = {
  brought: 'Traído de Mercado Público. Cámbialo si no corresponde.',
  missing: 'Mercado Público no tiene una licitación con ese ID.',
  goOn: 'Revísalo, o sigue y completa los datos a mano.',
} as const;
