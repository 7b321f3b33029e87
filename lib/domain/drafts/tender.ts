import { createHash } from 'node:crypto';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import type { DraftTender, Suggestion } from '#lib/domain/drafts/view.ts';
import type { Asker } from '#lib/domain/marketplace/reads/asking.ts';
import {
  findGuaranteesForWizard,
  findKnownGuarantees,
} from '#lib/domain/marketplace/reads/guarantees.ts';
import { findKnownTender, findTenderForWizard } from '#lib/domain/marketplace/reads/tenders.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import type { TenderGuarantee } from '#lib/domain/marketplace/schema.ts';
import { tenderState } from '#lib/domain/marketplace/view.ts';
import { now } from '#lib/platform/clock.ts';
import type { TenderFacts } from '#lib/platform/mercado-publico/types.ts';

/** Has Mercado Público asked for a tender, in time for a page; what it says later is kept too. */
export async function askForTender(id: string | undefined, by: Asker): Promise<void> {
  const parsed = parseTenderId(id ?? '');
  if (!parsed.ok) return;
  await Promise.all([
    findTenderForWizard(parsed.code.id, by),
    findGuaranteesForWizard(parsed.code.id),
  ]);
}

/** The tender of a draft from what is stored here, without a call. Null without an id. */
export async function readDraftTender(answers: DraftAnswers): Promise<DraftTender | null> {
  const { idLicitacion: id, sistemaLicitacion } = answers.values;
  if (!id || sistemaLicitacion !== 'chilecompra') return null;
  const parsed = parseTenderId(id);
  const nothing = { id, type: '', problem: null, missing: false, facts: null, suggestions: [] };
  if (!parsed.ok) return { ...nothing, problem: parsed.problem };
  const { type } = parsed.code;
  const [known, asked] = await Promise.all([
    findKnownTender(parsed.code.id),
    findKnownGuarantees(parsed.code.id),
  ]);
  const taken = new Set(answers.garantias.map(({ page }) => page?.key));
  return {
    ...nothing,
    type,
    missing: known?.value === null,
    facts: known?.value ? shownFacts(known.value, known.fetchedAt) : null,
    suggestions: asked.map(withKey).filter(({ key }) => !taken.has(key)),
  };
}

function shownFacts(facts: TenderFacts, fetchedAt: number) {
  return { ...facts, state: tenderState(facts, now()), fetchedAt };
}

/** By what it says, so that a page that has changed since cannot have another one taken. */
function withKey(guarantee: TenderGuarantee): Suggestion {
  const hash = createHash('sha256').update(JSON.stringify(guarantee)).digest('base64url');
  return { ...guarantee, key: hash.slice(0, 16) };
}
