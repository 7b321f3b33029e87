/**
 * The consent version that is stored with each submission. Change it whenever the page's text
 * changes.
 */
export const privacyVersion = '2026-11-30';

export const privacyVersionText = '30 de noviembre de 2026';
