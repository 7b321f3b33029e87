import { type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { MAX_GUARANTEES, mayOpen, nextPlace } from '#lib/domain/drafts/rules.ts';
import type { DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { readDraftTender } from '#lib/domain/drafts/tender.ts';
import { pageAmount, type Suggestion } from '#lib/domain/drafts/view.ts';
import { changeDraft, type Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import { guaranteeItem } from '#lib/domain/guarantees/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { isoDay } from '#lib/platform/format.ts';
import { randomId } from '#lib/platform/ids.ts';

const { tipoGarantia, montoGarantia, monedaGarantia, vigenciaHasta, glosaGarantia } =
  guaranteeItem.shape;

/**
 * Adds the guarantee of the tender's page that the person chose; the pages that follow ask for what
 * it lacks. One that is gone from the page, or already taken, adds nothing.
 */
export async function acceptSuggestion(
  key: DraftKey,
  chosenKey: string,
  now: number,
): Promise<Saved> {
  const draft = await readDraft(getDb().read, key, now);
  const tender = draft && (await readDraftTender(draft.answers));
  const chosen = tender?.suggestions.find((suggestion) => suggestion.key === chosenKey);
  return changeDraft(key, now, ({ answers }) => {
    const { garantias } = answers;
    const taken = garantias.some(({ page }) => page?.key === chosenKey);
    const openable = mayOpen(answers, { step: 'garantia-tipo' });
    if (chosen && !taken && openable && garantias.length < MAX_GUARANTEES) {
      garantias.push(fromPage(chosen, isoDay(now)));
    }
    return nextPlace(answers);
  });
}

/** Only what a request can hold: a percentage stays text beside the empty amount. */
function fromPage(found: Suggestion, today: string): DraftGuarantee {
  const type = tipoGarantia.safeParse(found.tipo).data;
  const amount = montoGarantia.safeParse(found.monto).data;
  const currency = monedaGarantia.safeParse(found.moneda).data;
  const until = vigenciaHasta.safeParse(found.vencimiento).data;
  const wording = glosaGarantia.safeParse(found.glosa).data;
  const whole = amount && currency;
  return {
    id: randomId().slice(0, 8),
    page: { key: found.key, ...(!whole && found.monto && { amount: pageAmount(found) }) },
    ...(type && { tipoGarantia: type }),
    ...(whole && { montoGarantia: amount, monedaGarantia: currency }),
    ...(until && until >= today && { vigenciaHasta: until }),
    ...(wording && { glosaGarantia: wording }),
  };
}
