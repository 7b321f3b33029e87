/** The part of JSON Schema 2020-12 that our OpenAPI document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  discriminator?: unknown;
  example?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

export type Find = (ref: string) => Schema;

type Check = (schema: Schema, value: unknown, find: Find, at: string) => string[];

/**
 * Returns how a value differs from its schema, as `path: problem`. It does not use zod, because
 * readers of our document only have the document. Throws for a keyword that it does not know.
 */
export function faultsOf(schema: Schema, value: unknown, find: Find, at = '$'): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    const check = keywords[keyword];
    if (!check) throw new Error(`${at}: the schema says ${keyword}, which nobody checks`);
    return check(schema, value, find, at);
  });
}

const says = (at: string, problem: string | false) => (problem ? [`${at}: ${problem}`] : []);
const nothing: Check = () => [];

const keywords: Record<string, Check> = {
  description: nothing,
  default: nothing,
  discriminator: nothing,
  example: nothing,
  examples: nothing,
  $ref: ({ $ref = '' }, value, find, at) => faultsOf(find($ref), value, find, at),
  type: ({ type = [] }, value, _find, at) =>
    says(at, ![type].flat().some((item) => isOf(item, value)) && `is no ${type}`),
  const: (schema, value, _find, at) => says(at, value !== schema.const && `is not ${schema.const}`),
  enum: (schema, value, _find, at) => says(at, !schema.enum?.includes(value) && 'is no option'),
  anyOf: ({ anyOf = [] }, value, find, at) => {
    const tried = anyOf.map((option) => faultsOf(option, value, find, at));
    return tried.some((faults) => faults.length === 0) ? [] : tried.flat();
  },
  oneOf: ({ oneOf = [] }, value, find, at) => {
    const tried = oneOf.map((option) => faultsOf(option, value, find, at));
    const fitting = tried.filter((faults) => faults.length === 0).length;
    return fitting === 0 ? tried.flat() : says(at, fitting > 1 && 'fits several');
  },
  format: ({ format = '' }, value, _find, at) =>
    says(at, typeof value === 'string' && !formats[format]?.(value) && `is no ${format}`),
  pattern: ({ pattern = '' }, value, _find, at) =>
    says(at, typeof value === 'string' && !new RegExp(pattern, 'u').test(value) && 'pattern'),
  minLength: ({ minLength = 0 }, value, _find, at) =>
    says(at, typeof value === 'string' && [...value].length < minLength && 'is too short'),
  maxLength: ({ maxLength = 0 }, value, _find, at) =>
    says(at, typeof value === 'string' && [...value].length > maxLength && 'is too long'),
  minimum: ({ minimum = 0 }, value, _find, at) =>
    says(at, typeof value === 'number' && value < minimum && 'is too small'),
  maximum: ({ maximum = 0 }, value, _find, at) =>
    says(at, typeof value === 'number' && value > maximum && 'is too big'),
  exclusiveMinimum: ({ exclusiveMinimum = 0 }, value, _find, at) =>
    says(at, typeof value === 'number' && value <= exclusiveMinimum && 'is too small'),
  minItems: ({ minItems = 0 }, value, _find, at) =>
    says(at, Array.isArray(value) && value.length < minItems && 'has too few'),
  maxItems: ({ maxItems = 0 }, value, _find, at) =>
    says(at, Array.isArray(value) && value.length > maxItems && 'has too many'),
  items: ({ items = {} }, value, find, at) =>
    Array.isArray(value)
      ? value.flatMap((item, n) => faultsOf(items, item, find, `${at}[${n}]`))
      : [],
  required: ({ required = [] }, value, _find, at) =>
    required.flatMap((name) => says(at, isObject(value) && !Object.hasOwn(value, name) && name)),
  properties: ({ properties = {} }, value, find, at) =>
    entriesOf(value).flatMap(([name, inner]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return schema ? faultsOf(schema, inner, find, `${at}.${name}`) : [];
    }),
  propertyNames: ({ propertyNames = {} }, value, find, at) =>
    entriesOf(value).flatMap(([name]) => faultsOf(propertyNames, name, find, `${at}.${name}`)),
  additionalProperties: ({ additionalProperties, properties = {} }, value, find, at) =>
    entriesOf(value)
      .filter(([name]) => !Object.hasOwn(properties, name))
      .flatMap(([name, inner]) =>
        typeof additionalProperties === 'object'
          ? faultsOf(additionalProperties, inner, find, `${at}.${name}`)
          : says(`${at}.${name}`, additionalProperties === false && 'is not declared'),
      ),
};

const formats: Record<string, (text: string) => boolean> = {
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  binary: () => true,
};

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
