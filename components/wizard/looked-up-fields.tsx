'use client';

import { useState } from 'react';
import type { CheckedProps } from '#components/forms/checked-field.tsx';
import { RutTextField } from '#components/forms/rut-text-field.tsx';
import { TenderIdTextField } from '#components/forms/tender-id-text-field.tsx';
import { fieldId } from '#components/ui/field-id.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useFormText } from '#components/wizard/use-form-text.ts';
import { type LookUp, type LookUpReply, useLookUp } from '#components/wizard/use-look-up.ts';
import { isCompanyRut, parseTypedTenderId } from '#lib/domain/marketplace/rules.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';

type Props = CheckedProps;

/** Field for a tender's id, with the tender's data from Mercado Público below it. */
export function TenderField(props: Props) {
  const { found, isLooking, field } = useLookUp(tenderLookUp);
  return (
    <TenderIdTextField {...props} {...field}>
      <p role="status" className={statusStyle}>
        {isLooking ? 'Buscando en Mercado Público…' : found}
      </p>
    </TenderIdTextField>
  );
}

export function BuyerField(props: Props) {
  const { found, field } = useLookUp(buyersLookUp);
  const list = `${fieldId(props.name)}-list`;
  return (
    <TextField {...props} {...field} list={list}>
      <datalist id={list}>
        {found?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </TextField>
  );
}

/**
 * Field for a company's RUT. Suggests the name that Mercado Público has if another one was typed.
 */
export function SupplierField(props: Props) {
  const { found, isLooking, field } = useLookUp(supplierLookUp);
  const [name, writeName] = useFormText(field.ref, props.name.replace(/^rut/, 'nombre'));
  const [takenName, setTaken] = useState<string | null>(null);
  const take = () => {
    writeName(found ?? '');
    setTaken(found);
  };
  const isNewName = found && !isLooking && found !== takenName && found !== name.trim();
  return (
    <RutTextField {...props} {...field}>
      <p role="status" className={statusStyle}>
        {isNewName && (
          <>
            En Mercado Público, ese RUT es de {found}.
            <br />
            <button type="button" className="btn btn-quiet btn-compact -ml-3" onClick={take}>
              Usar este nombre
            </button>
          </>
        )}
      </p>
    </RutTextField>
  );
}

const statusStyle = 'mt-2 text-sm text-ink-soft empty:hidden';

const urlWith = (base: string, value: string) => `${base}=${encodeURIComponent(value)}`;

/** The module is loaded when there is a name to format. */
const importNames = () => import('#lib/platform/chile/names.ts');

const tenderLookUp = {
  isImmediate: true,
  urlOf: (text: string) => {
    const parsed = parseTypedTenderId(text);
    return parsed.ok ? urlWith('/api/validate-licitacion?id', parsed.code.id) : null;
  },
  read: async ({ data, message }: LookUpReply) => {
    const { nombre = '', organismo = '', fechaCierre } = data ?? {};
    const { nameFromCapitals: calmName, titleFromCapitals: calmTitle } = await importNames();
    const closes = fechaCierre && `Cierre: ${formatDate(fechaCierre)}`;
    const parts = [calmTitle(nombre), calmName(organismo), closes];
    return message ?? data?.warning ?? parts.filter(Boolean).join('. ');
  },
} satisfies LookUp<string>;

const buyersLookUp = {
  urlOf: (text: string) => (text.length < 2 ? null : urlWith('/api/organismos/buscar?q', text)),
  read: async ({ data }: LookUpReply) => {
    const { nameFromCapitals: calmName } = await importNames();
    const names = data?.organismos?.map(({ nombreOrganismo }) => calmName(nombreOrganismo));
    return [...new Set(names)];
  },
} satisfies LookUp<string[]>;

const supplierLookUp = {
  /** The RUT of a person is personal data, so it is not sent. */
  urlOf: (text: string) => {
    const rut = parseRut(text);
    return rut && isCompanyRut(rut) ? urlWith('/api/buscar-proveedor?rut', text) : null;
  },
  read: ({ data }: LookUpReply) => data?.proveedores?.[0]?.nombre ?? null,
} satisfies LookUp<string | null>;
