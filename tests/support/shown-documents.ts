import type { ShownDocument } from '#lib/domain/documents/view.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';

/** The time of everything in these worlds, also as the API writes it. */
export const SHARED_AT = '2026-11-20T15:00:00.000Z';

/** Returns a kept document without dates, whose file name repeats its id. */
export const shownDocument = (id: string, more: Partial<ShownDocument> = {}): ShownDocument => ({
  ...{ id, fileId: `file-${id}`, fileName: `${id}.pdf`, contentType: 'application/pdf' },
  ...{ category: 'otros', customTitle: null, size: 20_000, objectKey: id, state: 'kept' },
  ...{ issuedAt: null, expiresAt: null, countedFrom: null, replaced: null, reading: null },
  ...{ uploadedAt: Date.parse(SHARED_AT), sortAt: Date.parse(SHARED_AT), otherRut: null },
  ...more,
});

/** The only document of a link. */
export const linkedDocument = {
  ...{ fileName: 'F30.pdf', category: 'otros', customTitle: null, renewedAt: null },
};

/** Returns a link to one document, which nobody has opened. */
export const shownLink = (id: string, more: Partial<Share> = {}): Share => ({
  ...{ id, version: '', label: id, recipientNote: null, recipient: null, codeEmail: null },
  ...{ sentAt: null, askedAt: null, state: 'live', shortUrl: `http://r.test/${id}` },
  ...{ documents: [{ id: 'd', ...linkedDocument }], createdAt: SHARED_AT, expiresAt: SHARED_AT },
  ...{ lockedUntil: null, maxOpenings: null, openings: 0, views: 0, downloads: 0 },
  ...{ hasPassword: false, notify: false, viewOnly: false, lastOpenings: [] },
  ...more,
});
