import type { AnswerCheck, FoldId, WizardField } from '#lib/domain/drafts/field-types.ts';
import type { AnswerField } from '#lib/domain/requests/submissions/schema.ts';
import { isComunaOf } from '#lib/domain/territory/rules.ts';

type Party = 'Oferente' | 'Contratista';

/**
 * Returns the fields of the company that must give the guarantee, and the check that compares them.
 * Postal address and contact are folded, because they are optional.
 */
export function companyFields(party: Party, fold: FoldId) {
  const region = `regionEmpresa${party}` as const;
  const comuna = `comunaEmpresa${party}` as const;
  const fields: WizardField<AnswerField>[] = [
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
    ...(party === 'Contratista' ? partyContactFields(party, 'contacto-contratista') : []),
  ];
  const check: AnswerCheck = (values) => {
    const [regionName, comunaName] = [values[region], values[comuna]];
    if (comunaName && !regionName) return { [region]: 'Elige la región de esa comuna.' };
    if (!regionName || !comunaName || isComunaOf(regionName, comunaName)) return {};
    return { [comuna]: 'Esa comuna no pertenece a la región elegida. Elige otra.' };
  };
  return { fields, check };
}

export function partyContactFields(
  party: 'Contratista' | 'Mandante',
  fold: FoldId,
): WizardField<AnswerField>[] {
  const folded = { optional: true, fold } as const;
  return [
    { name: `nombreContacto${party}`, label: 'Nombre y apellido', kind: 'text', ...folded },
    { name: `telefono${party}`, label: 'Teléfono', kind: 'tel', ...folded },
    { name: `email${party}`, label: 'Correo', kind: 'email', ...folded },
  ];
}
