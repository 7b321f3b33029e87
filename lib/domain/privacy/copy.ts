/** Version of the privacy text in force; stored with every consent. */
export const privacyVersion = '2026-11-20';
