import type { Option } from '#lib/domain/drafts/field-types.ts';
import {
  currencyCopy,
  guaranteeTypeCopy,
  sistemaCopy,
} from '#lib/domain/requests/submissions/copy.ts';
import { currencies, guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';

export const tenderCopy = {
  fromTender: 'Traído de Mercado Público. Cámbialo si no corresponde.',
  missing: 'Mercado Público no tiene una licitación con ese ID.',
  cutWording: 'Mercado Público corta este texto. Complétalo con el de las bases, tal cual.',
  goOn: 'Revísalo, o sigue y completa los datos a mano.',
} as const;

export const asTypedLabel = 'Continuar con lo que escribí';

export const continueHint = 'Si es lo que piden, presiona Continuar otra vez.';

export const variantOptions: Option[] = [
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

export const guaranteeTypeOptions: Option[] = guaranteeTypes.map((value) => {
  const { label, meaning } = guaranteeTypeCopy[value];
  return { value, label, hint: meaning };
});

export const currencyOptions: Option[] = currencies.map((value) => ({
  value,
  label: currencyCopy[value],
}));
