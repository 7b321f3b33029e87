import {
  currencyCopy,
  guaranteeTypeCopy,
  sistemaCopy,
} from '#lib/domain/requests/submissions/copy.ts';
import {
  type AnswerField,
  currencies,
  type GuaranteeItem,
  guaranteeTypes,
} from '#lib/domain/requests/submissions/schema.ts';
import { isComunaOf } from '#lib/domain/territory/rules.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

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
  /** Text before the date in words: `Vence el` gives `Vence el 1 de marzo`. */
  phrase?: string;
  autoComplete?: 'name' | 'email' | 'tel' | 'organization' | 'street-address';
  fold?: FoldId;
};
export type ChoiceField<Name> = {
  name: Name;
  /** Without it, the question of the step is the legend. */
  label?: string;
  kind: 'choice';
  hint?: string;
  optional?: never;
  fold?: never;
  options: readonly Option[];
  inline?: true;
  icons?: true;
  assumed?: string;
};
type Option = { value: string; label: string; hint?: string };
export type Field<Name = FieldName> = WrittenField<Name> | ChoiceField<Name>;

/** Optional fields that a page keeps folded. They were pages before, and keep their addresses. */
export type FoldId =
  | `direccion${'' | '-contratista'}`
  | `contacto-${'contratista' | 'mandante'}`
  | 'fechas';

/** Compares fields with each other, after each field was found valid. */
export type Check = (values: Values) => FieldErrors;
/** `today` is the day in Chile, `YYYY-MM-DD`. */
export type PlausibilityCheck = (values: Values, today: string) => FieldErrors;

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

type Party = 'Oferente' | 'Contratista';

/**
 * Returns the fields of the company that must give the guarantee, and the check between them. Its
 * address and its contact are folded, because they are optional.
 */
export function company(party: Party, fold: FoldId) {
  const region = `regionEmpresa${party}` as const;
  const comuna = `comunaEmpresa${party}` as const;
  const fields: Field<AnswerField>[] = [
    {
      name: `nombreEmpresa${party}`,
      label: 'Nombre o razón social',
      hint: 'La garantía se emite a este nombre. Si trabajas como persona, usa el tuyo y tu RUT.',
      kind: 'text',
      autoComplete: 'organization',
    },
    {
      name: `rutEmpresa${party}`,
      label: 'RUT',
      hint: 'Con dígito verificador, por ejemplo 76.123.456-0.',
      kind: 'rut',
      lookUp: 'supplier',
    },
    {
      name: `direccionEmpresa${party}`,
      label: 'Calle y número',
      kind: 'text',
      optional: true,
      autoComplete: 'street-address',
      fold,
    },
    { name: region, label: 'Región', kind: 'region', optional: true, fold },
    { name: comuna, label: 'Comuna', kind: 'comuna', optional: true, fold },
    ...(party === 'Contratista' ? contact(party, 'contacto-contratista') : []),
  ];
  const check: Check = (values) => {
    const [regionName, comunaName] = [values[region], values[comuna]];
    if (comunaName && !regionName) return { [region]: 'Elige la región de esa comuna.' };
    if (!regionName || !comunaName || isComunaOf(regionName, comunaName)) return {};
    return { [comuna]: 'Esa comuna no pertenece a la región elegida. Elige otra.' };
  };
  return { fields, check };
}

export function contact(party: 'Contratista' | 'Mandante', fold: FoldId): Field<AnswerField>[] {
  const folded = { optional: true, fold } as const;
  return [
    { name: `nombreContacto${party}`, label: 'Nombre y apellido', kind: 'text', ...folded },
    { name: `telefono${party}`, label: 'Teléfono', kind: 'tel', ...folded },
    { name: `email${party}`, label: 'Correo', kind: 'email', ...folded },
  ];
}
