/**
 * A lead's page is one form: whatever its buttons do, the note that is being written goes along and
 * is kept, also without scripts.
 */
export const LEAD_FORM = 'accion';
