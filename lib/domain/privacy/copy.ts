/** Stored with each submission as the consent version; change it whenever the page's text does. */
export const privacyVersion = '2026-11-23';

export const privacyVersionText = '23 de noviembre de 2026';
