import { lapseSentence } from '#lib/domain/alerts/copy.ts';
import { daysLeftUntil, documentStatus, isSuperseded } from '#lib/domain/alerts/rules.ts';
import { replacePath } from '#lib/domain/alerts/view.ts';
import { lifetimeText } from '#lib/domain/documents/copy.ts';
import type { ListedDocument } from '#lib/domain/documents/reads/documents.ts';
import { lacksDate } from '#lib/domain/documents/rules.ts';
import { documentTitle, isPrintedEndUnknown } from '#lib/domain/documents/view.ts';

export type DueItem = {
  tone: 'danger' | 'warning' | 'info' | 'calm';
  title: string;
  detail: string;
  action: string;
  href: string;
  /** Days that are left to act. An item without them can wait. */
  days?: number;
  /** Path of a form that does the act at once, in place of a second link to `href`. */
  formPath?: string;
};

/**
 * Lists what to do about documents, by expiry, with those without expiry first. Documents that
 * others make unnecessary are left out.
 */
export function documentItems(documents: readonly ListedDocument[], now: number): DueItem[] {
  return [...documents]
    .sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
    .flatMap((document) =>
      isSuperseded(document, documents, now) ? [] : documentItem(document, now),
    );
}

function documentItem(document: ListedDocument, now: number): DueItem[] {
  const { fileName, category, expiresAt, countedFrom } = document;
  const title = documentTitle(document);
  const status = documentStatus(document, now);
  if (status === 'refused') {
    const detail = `${fileName} tenía un virus y lo borramos.`;
    const href = `/panel/documentos/${category}#subir`;
    return [{ tone: 'danger', title, detail, action: 'Subir otro', href, days: 0 }];
  }
  if (status === 'other-rut') {
    const detail = `${fileName} es de otro RUT y no cuenta como tuyo.`;
    const href = `/panel/documentos/${category}`;
    return category === 'otros'
      ? []
      : [{ tone: 'warning', title, detail, action: 'Revisar', href }];
  }
  if (status === 'undated') return [dateItem(document)];
  if (expiresAt === null || status === 'checking') return [];
  const detail = `${lapseSentence(daysLeftUntil(expiresAt, now), expiresAt, countedFrom)} ${fileName}`;
  if (status === 'valid') {
    return [{ tone: 'calm', title, detail, action: 'Ver', href: `/panel/documentos/${category}` }];
  }
  const tone = status === 'expired' ? 'danger' : 'warning';
  const days = daysLeftUntil(expiresAt, now);
  return [{ tone, title, detail, action: 'Reemplazar', href: replacePath(document), days }];
}

/** Asks for a date that the document states but that the app does not know or only estimates. */
export function dateItem(document: ListedDocument): DueItem {
  const { category, id, fileName } = document;
  const href = `/panel/documentos/${category}?editar=${id}#editar`;
  const lifetime = lifetimeText(category);
  const asksForExpiry = lifetime === null || isPrintedEndUnknown(document);
  const reason =
    document.countedFrom === 'unread'
      ? 'Dice hasta cuándo vale y no tenemos esa fecha.'
      : isPrintedEndUnknown(document)
        ? `Lo estimamos en ${lifetime}: la fecha está en el documento.`
        : 'Sin su fecha no sabemos hasta cuándo vale.';
  const title = `${documentTitle(document)}: ¿${asksForExpiry ? 'cuándo vence' : 'de cuándo es'}?`;
  const tone = lacksDate(document) ? 'warning' : 'info';
  return { tone, title, detail: `${fileName}. ${reason}`, action: 'Decir cuándo', href };
}
