import { datedLapse, undatedText } from '#lib/domain/alerts/copy.ts';
import { daysUntil, monthsOf, type Standing, standingOfAll } from '#lib/domain/alerts/rules.ts';
import type { CategoryOverview, Overview } from '#lib/domain/alerts/schema.ts';
import { groupCopy } from '#lib/domain/documents/copy.ts';
import type { ListedDocument } from '#lib/domain/documents/reads.ts';
import {
  type CategoryKey,
  categories,
  categoriesOf,
  groups,
  isSeries,
} from '#lib/domain/documents/rules.ts';
import { formatDay } from '#lib/platform/format.ts';
import type { Role } from '#lib/platform/operation.ts';

export function overviewOf(
  documents: readonly ListedDocument[],
  role: Role,
  now: number,
): Overview {
  const shown = groups.map((group) => ({
    label: groupCopy[group],
    categories: categoriesOf(group, role).map((key) =>
      categoryOverview(
        key,
        documents.filter(({ category }) => category === key),
        now,
      ),
    ),
  }));
  const asked = shown
    .flatMap(({ categories }) => categories)
    .filter(({ key }) => categories[key].asked);
  return {
    groups: shown,
    asked: asked.length,
    upToDate: asked.filter(({ standing }) => counts.includes(standing)).length,
    wanting: asked.filter(({ standing }) => wanted.includes(standing)),
  };
}

const counts: readonly Standing[] = ['valid', 'lapsing'];
const wanted: readonly Standing[] = ['missing', 'expired', 'partial'];

function categoryOverview(
  key: CategoryKey,
  documents: readonly ListedDocument[],
  now: number,
): CategoryOverview {
  const standing = standingOfAll(documents, now);
  const { label, purpose } = categories[key];
  const titles = documents.flatMap(({ customTitle }) => customTitle ?? []).join(', ');
  const detail = detailOf(documents, standing, now);
  const monthly = monthsOf(documents, now);
  return {
    key,
    label,
    purpose,
    standing,
    detail: titles ? `${titles}. ${detail}` : detail,
    monthly,
  };
}

function detailOf(
  documents: readonly ListedDocument[],
  standing: Standing,
  now: number,
): string | null {
  if (standing === 'missing') return null;
  if (standing === 'checking') return 'Buscamos virus en el archivo: suele tomar segundos.';
  if (standing === 'refused') return 'El archivo tenía un virus y lo borramos. Sube otro.';
  const kept = documents.filter(({ state }) => state === 'kept');
  const lapses = kept.flatMap(({ expiresAt }) => expiresAt ?? []).sort((a, b) => a - b);
  const newest = kept.some(({ category }) => isSeries(category));
  const last = lapses.at(-1);
  const next = newest ? last : (lapses.find((at) => daysUntil(at, now) >= 0) ?? last);
  const expired = lapses.filter((at) => daysUntil(at, now) < 0).length;
  const countedFrom = kept.find(({ expiresAt }) => expiresAt === next)?.countedFrom;
  const when =
    next === undefined
      ? undatedText(kept[0]?.category)
      : datedLapse(daysUntil(next, now), formatDay(next), countedFrom);
  if (kept.length < 2) return sentence(when);
  const total = `${kept.length} archivos`;
  if (next === undefined) return sentence(total);
  const some =
    expired > 0 && expired < kept.length
      ? `, ${expired} ${expired === 1 ? 'vencido' : 'vencidos'}`
      : '';
  const which = daysUntil(next, now) < 0 ? 'El último' : newest ? 'El más nuevo' : 'El próximo';
  return `${sentence(`${total}${some}`)} ${which} ${when}.`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
