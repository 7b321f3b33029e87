import type { z } from 'zod';

export type FormSchema = z.ZodType;
/**
 * The schema of a form whose handler reads the fields one by one, so that no list of them exists.
 */
export type OpenForm = z.ZodRecord<z.ZodString, z.ZodString>;

/** The field names of a form's schema. Those of a record may be any text. */
export type FieldName<S extends FormSchema> =
  unknown extends z.input<S> ? Keys<z.output<S>> : Keys<z.input<S>>;

/** The keys of every member of a union. */
type Keys<T> = T extends unknown ? keyof T & string : never;
