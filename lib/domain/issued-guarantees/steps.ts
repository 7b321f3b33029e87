import type { IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { publicPageOf } from '#lib/domain/marketplace/view.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { hasBidBond } from '#lib/domain/requests/submissions/rules.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type HandedOverRecord = Pick<
  IssuedDetail,
  'type' | 'tenderId' | 'beneficiaryName' | 'predecessorId'
>;
/** The closing (ms) of the tender, or null if it is unknown. */
type TenderTimes = { closesAt: number | null; isClosed: boolean } | null;

export type Handover = {
  steps: readonly string[];
  /** Steps that say where the guarantee can be handed in. */
  ways: readonly string[];
  /** The page of the tender, which links to its *bases* (terms). */
  page: { label: string; href: string } | null;
};

/**
 * Returns numbered steps for handing a guarantee in. What counts are the *bases* (terms) of the
 * tender, which we do not know, so the steps name each case. If the tender has closed, or the
 * guarantee replaces another one, a bid bond is no longer part of a bid.
 */
export function handoverOf(record: HandedOverRecord, closing: TenderTimes = null): Handover {
  const { type, tenderId, beneficiaryName, predecessorId } = record;
  const tender = parseTenderId(tenderId ?? '');
  const check = 'Compara monto, vigencia y glosa con lo que piden';
  const sheet = 'Entrega también la hoja de entrega: con su código, quien la recibe la verifica.';
  if (!tender.ok) {
    const recipient = beneficiaryName.trim() || 'quien te la pidió';
    const ways = [
      `Envía el documento a ${recipient} por la vía que te indicó.`,
      'Si quiere el original en papel, entrégalo donde te diga.',
    ];
    return { steps: [`${check} las bases o el contrato.`, ...ways, sheet], ways, page: null };
  }
  const { id: code } = tender.code;
  const page = { label: `Ver ${code} en Mercado Público`, href: publicPageOf(code) };
  const isPartOfBid = hasBidBond([{ tipoGarantia: type }]) && !predecessorId && !closing?.isClosed;
  const until = closing?.closesAt
    ? `del ${formatDateTime(closing.closesAt)}, cuando cierra`
    : 'de que cierre';
  const [electronic, onPaper] = isPartOfBid
    ? [
        `súbela como anexo de tu oferta en Mercado Público, antes ${until} la licitación`,
        'entrégalo en la oficina y hasta la hora que indican',
      ]
    : [
        'envíala por la vía y en el plazo que indican',
        'entrégalo en la oficina y en el plazo que indican',
      ];
  const ways = [
    `Si la aceptan electrónica: ${electronic}.`,
    `Si piden el original en papel: ${onPaper}.`,
  ];
  const find = `Abre las bases en la ficha de ${code} en Mercado Público. ${check}, y mira si piden la garantía electrónica o en papel.`;
  return { steps: [find, ...ways, sheet], ways, page };
}

/**
 * Returns how to hand in the guarantees of a request that were not handed over yet. If several have
 * the same instructions, these appear once.
 */
export function handoversOf(
  records: readonly (HandedOverRecord & Pick<IssuedDetail, 'reported'>)[],
  closing: TenderTimes,
): (Handover & { title: string })[] {
  const all = records
    .filter(({ reported }) => reported === null)
    .map((record) => ({
      title: `Cómo entregar ${records.length === 1 ? 'tu garantía' : `la de ${guaranteeTypeCopy[record.type].label.toLowerCase()}`}`,
      ...handoverOf(record, closing),
    }));
  return [...new Map(all.map((handIn) => [handIn.title, handIn])).values()];
}
