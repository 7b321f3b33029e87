import type { z } from 'zod';

export type FormSchema = z.ZodType;
/** A form whose route reads its fields one by one, so that no schema lists them. */
export type OpenForm = z.ZodRecord<z.ZodString, z.ZodString>;

/** The names of the fields that a form's schema reads. A record may have any. */
export type FieldName<S extends FormSchema> =
  unknown extends z.input<S> ? Keys<z.output<S>> : Keys<z.input<S>>;

/** Includes the keys of all members of a union. */
type Keys<T> = T extends unknown ? keyof T & string : never;
