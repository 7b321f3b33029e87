/** Returns the element id of a field: `garantias.0.montoGarantia` → `garantias-0-montoGarantia`. */
export function fieldId(name: string): string {
  return name.replace(/[^\w-]+/g, '-');
}

/** Returns the props that every control has: name, id, validity and the ids of its texts. */
export function controlOf({ name, hint, error, check }: FieldDescription & { name: string }) {
  return {
    id: fieldId(name),
    name,
    'aria-describedby': describedBy(name, { hint, error, check }),
    'aria-invalid': error || check?.problem ? true : undefined,
  };
}

export function describedBy(name: string, { hint, error, check }: FieldDescription) {
  const id = fieldId(name);
  const ids = [hint && `${id}-hint`, error && `${id}-error`, check && `${id}-check`];
  return ids.filter(Boolean).join(' ') || undefined;
}

type FieldDescription = {
  hint?: unknown;
  error?: unknown;
  check?: { problem?: string } | undefined;
};

/** Attributes for the page's scripts: `{ 'data-keep-typed': '' }`. */
export type DataAttributes = Record<`data-${string}`, string>;
