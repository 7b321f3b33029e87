export type FieldDoc = { description: string; example?: string | number | boolean };

export const docs = (description: string, example?: FieldDoc['example']): FieldDoc =>
  example === undefined ? { description } : { description, example };

export const rut = 'Chilean tax id with or without dots and hyphen, its check digit right';

export const configured = (what: string) => docs(`Whether ${what} is configured.`, true);
