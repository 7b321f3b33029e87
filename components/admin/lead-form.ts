/** A lead's page is one form, so that each of its buttons keeps the note being written. */
export const LEAD_FORM = 'accion';
