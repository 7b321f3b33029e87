import { z } from 'zod';
import { parseRut, rutProblem } from '#lib/platform/chile/rut.ts';
import { normalizeEmail } from '#lib/platform/mail/email-address.ts';
import {
  bareEmail,
  containsEmail,
  emailPattern,
  emailProblem,
} from '#lib/platform/mail/email-typos.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import { ROW_ID } from '#lib/platform/operations/row-id.ts';

/** Maximum lengths in characters. */
export const maxLength = { name: 120, text: 2000, message: 5000, url: 2048, email: 254 } as const;

/** Text that is empty after trimming. The OpenAPI document omits this pattern. */
export const BLANK = /^\s*$/;

/** Refuses commas, because HTTP joins two headers of the same name as `a, b`. */
export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200, 'Usa 200 caracteres como máximo.')
    .regex(/^[^,]*$/, 'Envía una sola clave, sin comas.')
    .optional()
    .describe(
      'Repeat a request safely: the same key with the same body answers as the first time, with another body 409.',
    ),
});

type LineReader = (text: string) => string;

/**
 * Accepts one line of text, trimmed, in NFC and without control characters. `missingError` is for
 * an empty text. `extract` takes the value from pasted text before its length is checked.
 */
export function singleLineText(
  missingError: string,
  max: number = maxLength.name,
  extract?: LineReader,
) {
  return cleanText(max, extract)
    .regex(/^[^\p{Cc}]*$/u, 'Quita los caracteres que no son texto.')
    .min(1, missingError);
}

/**
 * Accepts the name of a person, company or institution. Refuses a name that contains an e-mail,
 * because readers would take that e-mail for the one of the writer, payer or signer.
 */
export function partyName(missingError: string, max: number = maxLength.name) {
  return singleLineText(missingError, max).refine(
    (text) => !containsEmail(text),
    'Aquí va un nombre: lo que escribiste tiene un correo.',
  );
}

/** Accepts text of several lines, with tabs and line breaks. */
export function multilineText(missingError: string, max: number = maxLength.text) {
  return cleanText(max)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'Quita los caracteres que no son texto.')
    .min(1, missingError);
}

export function email(missingError: string) {
  const validEmail = z.email({ pattern: emailPattern, error: emailProblem });
  return singleLineText(missingError, maxLength.email, bareEmail)
    .pipe(validEmail)
    .transform((text, context) => {
      const email = normalizeEmail(text);
      if (email) return email;
      context.addIssue({ code: 'custom', message: emailProblem });
      return z.NEVER;
    })
    .meta({ description: 'E-mail address of the person.', examples: ['ana@constructora.cl'] });
}

/** Accepts phones of 8 to 15 digits with spaces and any of `+-.()`. Removes a leading `tel:`. */
export function phone(missingError: string) {
  return singleLineText(missingError, 30, (text) => text.replace(/^tel[.:]{1,2}\s*/i, ''))
    .refine(
      (text) => /^[+\d\s().-]*$/.test(text) && /^\d{8,15}$/.test(text.replace(/\D/g, '')),
      'Revisa el teléfono: 8 a 15 dígitos, por ejemplo +56 9 1234 5678.',
    )
    .meta({ description: '8 to 15 digits as people write them.', examples: ['+56 9 1234 5678'] });
}

/** Parses a RUT of any spelling into `12345678-5`. The API's description names the `holder`. */
export function rut(
  missingError: string,
  holder = 'the person or company',
  example = '12.345.678-5',
) {
  const description = `Chilean tax id with or without dots and hyphen, its check digit right: ${holder}.`;
  return singleLineText(missingError, 20, (text) => parseRut(text) ?? text)
    .transform((text, context) => {
      const parsed = parseRut(text);
      if (parsed) return parsed;
      context.addIssue({ code: 'custom', message: rutProblem(text) });
      return z.NEVER;
    })
    .meta({ description, examples: [example] });
}

/** Accepts a real calendar date, `YYYY-MM-DD`. */
export function calendarDate(missingError: string) {
  const realDate = z.iso.date('Ingresa una fecha real, con día, mes y año.');
  return singleLineText(missingError, 10).pipe(realDate);
}

export const rowId = z.string().regex(ROW_ID, 'Debe ser un número.').transform(Number);

export const secretToken = z.string().describe('An opaque, unguessable token.');
export const tokenParams = z.object({ token: secretToken.max(200) });

export const csrfToken = z
  .string()
  .describe('The token of `GET /api/csrf-token`, equal to the cookie `csrf-token`.');

type Bound = number | (() => number);
type Bounds = { min: number; max: number };

/** Limits that depend on settings are functions, which are called at each validation. */
export function wholeNumber(
  { min, max }: { min: Bound; max: Bound },
  message: (bounds: Bounds, input: unknown) => string,
) {
  const read = (bound: Bound) => (typeof bound === 'number' ? bound : bound());
  const bounds = (): Bounds => ({ min: read(min), max: read(max) });
  const error = ({ input }: { input?: unknown }) => message(bounds(), input);
  return z
    .int({ error })
    .refine((value) => value >= read(min) && value <= read(max), { error })
    .meta({
      override: ({ jsonSchema }: { jsonSchema: object }) => {
        const { min: minimum, max: maximum } = bounds();
        Object.assign(jsonSchema, { minimum, maximum });
      },
    });
}

export function httpUrl() {
  return singleLineText('Ingresa una dirección web.', maxLength.url).pipe(
    z
      .url({ protocol: /^https?$/, error: 'Ingresa una dirección que empiece con https://.' })
      // People would take `bank.cl` for the site of `https://bank.cl@evil.com`.
      .refine((url) => !/^https?:\/*[^/?#\\]*@/i.test(url), 'Quita lo que está antes de la @.'),
  );
}

/** Makes a field optional, with its description. Absent, empty and blank values are undefined. */
export function optional<T extends z.ZodType>(schema: T) {
  const union = z.union([blank, schema]).optional();
  return union.meta({ ...schema.meta() });
}

/** Makes a field optional: a blank value becomes null, an absent one stays undefined. */
export function clearable<T extends z.ZodType>(schema: T) {
  return z.union([blankText.transform(() => null), z.null(), schema]).optional();
}

/** Parses a page's query and ignores invalid values, so that an old link still opens. */
export function parseValid<S extends z.ZodObject>(schema: S, values: Record<string, string>) {
  const { error } = schema.safeParse(values);
  const wrongNames = new Set(error?.issues.map(({ path }) => path[0]));
  const validEntries = Object.entries(values).filter(([name]) => !wrongNames.has(name));
  return schema.parse(Object.fromEntries(validEntries));
}

/** Returns the schema of a secret, which a refused form does not show again. */
export function writeOnly<T extends z.ZodType>(schema: T): T {
  return schema.meta({ writeOnly: true });
}

/** Idempotency key that a page adds to its form, so that a double click acts once. */
export const pageKey = writeOnly(z.string().min(1).max(64));

/** Requires a field whose schema is `optional` in the API, and returns it as text. */
export function required(schema: z.ZodType): z.ZodType<string> {
  const union = schema instanceof z.ZodOptional ? schema.unwrap() : undefined;
  const fallback = union instanceof z.ZodUnion ? union.options.at(-1) : undefined;
  return (fallback instanceof z.ZodType ? fallback : schema).transform(String);
}

const blankText = z.string().regex(BLANK);
const blank = blankText.transform(() => undefined);

export const beforeParam = optional(rowId).describe('Rows older than this: `before` of a reply.');
const dayParam = optional(calendarDate('Ingresa una fecha.'));
export const fromParam = dayParam.describe('First day, on the calendar of Chile.');
export const toParam = dayParam.describe('Last day, on the calendar of Chile.');

/** Maps the path of each field to its first message in Spanish. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of flattenIssues(error.issues)) {
    const path = issue.path.join('.') || 'body';
    fields[path] ??= issue.message;
  }
  return fields;
}

/** Uses the issues of a union's last branch, because the first is often the empty text. */
function flattenIssues(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    const branch = (issue.code === 'invalid_union' && issue.errors.at(-1)) || [];
    if (branch.length === 0) return [issue];
    return flattenIssues(branch.map((i) => ({ ...i, path: [...issue.path, ...i.path] })));
  });
}

function cleanText(max: number, extract: LineReader = (text) => text) {
  return z
    .string()
    .overwrite((text) => extract(text.normalize('NFC').trim()))
    .max(max, `Usa ${max.toLocaleString('es-CL')} caracteres como máximo.`);
}

z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        if (issue.input === undefined) return 'Completa este dato.';
        if (Array.isArray(issue.input) && issue.expected === 'string') {
          return 'Envía este dato una sola vez.';
        }
        return `Este dato debe ser ${typeNames[String(issue.expected)] ?? 'de otro tipo'}.`;
      case 'invalid_value':
        return 'Elige una de las opciones.';
      case 'too_big':
        return `El máximo es ${issue.maximum}.`;
      case 'too_small':
        return `El mínimo es ${issue.minimum}.`;
      default:
        return 'Revisa este dato.';
    }
  },
});

const typeNames: Record<string, string> = {
  string: 'texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'verdadero o falso',
  array: 'una lista',
  object: 'un objeto',
};
