/** The element id of a field name: `garantias.0.montoGarantia` → `garantias-0-montoGarantia`. */
export function fieldId(name: string): string {
  return name.replace(/[^\w-]+/g, '-');
}

/** What every control has: its name and id, whether it is wrong, and which texts describe it. */
export function controlOf({
  name,
  hint,
  error,
}: {
  name: string;
  hint?: unknown;
  error?: unknown;
}) {
  return {
    id: fieldId(name),
    name,
    'aria-describedby': describedBy(name, { hint, error }),
    'aria-invalid': error ? true : undefined,
  };
}

/** The value of `aria-describedby`, or nothing when a field has neither hint nor error. */
export function describedBy(name: string, parts: { hint?: unknown; error?: unknown }) {
  const id = fieldId(name);
  const ids = [parts.hint ? `${id}-hint` : '', parts.error ? `${id}-error` : ''];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** Extra attributes for enhancers, e.g. `{ 'data-format': 'rut' }`. */
export type DataAttributes = Record<`data-${string}`, string>;
