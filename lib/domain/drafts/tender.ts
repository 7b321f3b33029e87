import { createHash } from 'node:crypto';
import { answersToFollow } from '#lib/domain/drafts/earlier-answers.ts';
import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { type DraftTender, pageAmount, type Suggestion } from '#lib/domain/drafts/view.ts';
import { remarksOn } from '#lib/domain/law/rules.ts';
import { type LookUpCaller, RETRY_MS } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { findPageInTime, listKnownGuarantees } from '#lib/domain/marketplace/reads/guarantees.ts';
import {
  findKnownTender,
  findNamedTender,
  findTenderInTime,
  tenderTriedAt,
} from '#lib/domain/marketplace/reads/tenders.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import type { TenderGuarantee } from '#lib/domain/marketplace/schema.ts';
import { currentStateCode, lawTender, tenderStateText } from '#lib/domain/marketplace/view.ts';
import { guaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { MappedTender } from '#lib/platform/mercado-publico/mapper.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

const { tipoGarantia, montoGarantia, monedaGarantia, vigenciaHasta, glosaGarantia } =
  guaranteeItem.shape;

/**
 * Asks Mercado Público for a tender and its page, and waits no longer than a page view may take.
 * Answers that come later are stored for the next page.
 */
export async function askForTender(id: string | undefined, inquirer: LookUpCaller): Promise<void> {
  const parsed = parseTenderId(id ?? '');
  if (!parsed.ok) return;
  await Promise.all([findTenderInTime(parsed.code.id, inquirer), findPageInTime(parsed.code.id)]);
}

/**
 * Returns when (ms) Mercado Público was last asked for a tender that it has not answered, or null
 * for any other tender. `mayRetry` says that it may be asked again.
 */
export function lastLookUpOf(tender: DraftTender | null, at: number) {
  const parsed = parseTenderId(tender?.id ?? '');
  if (!tender || tender.facts || tender.isMissing || !parsed.ok) return null;
  const triedAt = tenderTriedAt(parsed.code.id);
  return { triedAt, mayRetry: triedAt === null || at - triedAt >= RETRY_MS };
}

/** Returns the stored tender of a draft, or null if the draft has no valid id. Makes no call. */
export async function findDraftTender(answers: DraftAnswers): Promise<DraftTender | null> {
  const { idLicitacion: id, sistemaLicitacion } = answers.values;
  if (!id || sistemaLicitacion !== 'chilecompra') return null;
  const parsed = parseTenderId(id);
  const empty = { requested: [], suggestions: [], remarks: [] };
  const noName = { name: null, closesAt: null };
  const nothing = {
    id,
    type: '',
    problem: null,
    isMissing: false,
    facts: null,
    ...noName,
    ...empty,
  };
  if (!parsed.ok) return { ...nothing, problem: parsed.problem };
  const { type } = parsed.code;
  const [knownTender, requestedGuarantees] = await Promise.all([
    findKnownTender(parsed.code.id),
    listKnownGuarantees(parsed.code.id),
  ]);
  const { name, closesAt } =
    knownTender?.value ?? (await findNamedTender(parsed.code.id)) ?? noName;
  const takenKeys = new Set(answers.garantias.map(({ page }) => page?.key));
  return {
    ...nothing,
    type,
    name,
    closesAt: closesAt ?? null,
    isMissing: knownTender?.value === null,
    facts: knownTender?.value ? shownFacts(knownTender.value, knownTender.fetchedAt) : null,
    requested: requestedGuarantees.map(withKey),
    remarks: remarksOn(lawTender(type, knownTender?.value), requestedGuarantees),
    suggestions: requestedGuarantees.map(withKey).filter(({ key }) => !takenKeys.has(key)),
  };
}

function shownFacts(facts: MappedTender, fetchedAt: number) {
  const at = now();
  const stands = { state: tenderStateText(facts, at), stateCode: currentStateCode(facts, at) };
  return { ...facts, ...stands, fetchedAt };
}

/** The key is a hash of the content. If the page has changed, an old key selects nothing. */
function withKey(guarantee: TenderGuarantee): Suggestion {
  const hash = createHash('sha256').update(JSON.stringify(guarantee)).digest('base64url');
  return { ...guarantee, key: hash.slice(0, 16) };
}

/**
 * Begins a draft for a tender that the applicant won, with the performance bond that the tender's
 * page asks for.
 */
export async function answersForAward(
  submissionId: number,
  earlier: object,
): Promise<DraftAnswers> {
  const plain: DraftGuarantee = { id: randomId().slice(0, 8), tipoGarantia: 'cumplimiento' };
  const begun = answersToFollow(earlier, plain, submissionId);
  const tender = await findDraftTender(begun);
  const requested = tender?.suggestions.find(({ tipo }) => tipo === 'cumplimiento');
  return requested ? { ...begun, garantias: [guaranteeFromPage(requested, isoDay(now()))] } : begun;
}

/**
 * Matches words before a quoted wording: `La glosa deberá decir: “`, `Deberá contener la siguiente
 * glosa “`.
 */
const introductionPattern =
  /^(?=[^“"«:]*glosa|debe)[^“"«:]*?\b(?:glosa|siguiente|texto|decir|diga|señalar|señale|indicar|indique|ser|que)\s*(?::\s*|(?=[“"«]))/i;

/**
 * Makes a guarantee from a suggestion of the tender's page. Values that the API would refuse are
 * left out. A percentage is kept as text, to be shown beside the empty amount. `today` is
 * `YYYY-MM-DD` in Chile.
 */
export function guaranteeFromPage(suggestion: Suggestion, today: string): DraftGuarantee {
  const type = tipoGarantia.safeParse(suggestion.tipo).data;
  const amount = montoGarantia.safeParse(suggestion.monto).data;
  const currency = monedaGarantia.safeParse(suggestion.moneda).data;
  const until = vigenciaHasta.safeParse(suggestion.vencimiento).data;
  const wording = glosaGarantia.safeParse(suggestion.glosa?.replace(introductionPattern, '')).data;
  const fullAmount = amount && currency;
  const isAhead = until !== undefined && until >= today;
  return {
    id: randomId().slice(0, 8),
    page: {
      key: suggestion.key,
      ...(!fullAmount && suggestion.monto && { amount: pageAmount(suggestion) }),
      ...(!isAhead && { end: until ?? '' }),
    },
    ...(type && { tipoGarantia: type }),
    ...(fullAmount && { montoGarantia: amount, monedaGarantia: currency }),
    ...(isAhead && { vigenciaHasta: until }),
    ...(wording && { glosaGarantia: wording }),
  };
}
