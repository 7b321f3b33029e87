/** A whole number of up to 15 digits, which a JavaScript number holds exactly. */
export const ROW_ID = /^\d{1,15}$/;

export function isRowId(text: string | null | undefined): text is string {
  return typeof text === 'string' && ROW_ID.test(text);
}

/** Parses the id of a row in a path, query or token. Returns undefined for any other text. */
export function parseRowId(text: string | null | undefined): number | undefined {
  return isRowId(text) ? Number(text) : undefined;
}
