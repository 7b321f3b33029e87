import { announceTenders } from '#lib/domain/tenders/writes/announce.ts';
import { watchTenders } from '#lib/domain/tenders/writes/watch.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { marketplaceForTest } from '#tests/support/marketplace.ts';
import type { MadeTender } from '#tests/support/providers/mercado-publico-records.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { listMails } from '#tests/support/sent-mails.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';

export const TENDER_CODE = '3667-12-LP26';
/** RUT and name of the company in `publicBody`. */
export const applicant = { rut: '76.123.456-0', name: 'Constructora Andes SpA' };
export const rival = { rut: '77.987.654-3', name: 'Caminos del Norte Ltda.' };

/** Makes a world with a Mercado Público for each test, whose tender `CODE` can be changed. */
export function tendersForTest() {
  const { api, world, programIn } = marketplaceForTest({ tenders: [createTender()] });
  const look = () => watchTenders();
  return {
    world,
    api,
    programIn,
    look,
    /** Changes the tender at Mercado Público and looks at it a day later. */
    become: async (more: Partial<MadeTender>, after = DAY) => {
      api.set({ tenders: [createTender(more)] });
      world.advance(after);
      await look();
    },
  };
}

/** Sends a request for the tender. Returns the ids of its lead and submission. */
export const requestForTender = (changes: object = {}) =>
  sendRequest({ ...publicBody, idLicitacion: TENDER_CODE, ...changes });

/**
 * Sends a request for the tender and looks the tender up at once, so that later changes count as
 * news.
 */
export async function requestAndCheckTender(changes: object = {}) {
  const requested = await requestForTender(changes);
  await watchTenders();
  return requested;
}

/** Returns section 8 of the tender's page. */
export const bidBondSection = (until: string) => [
  { title: 'Garantía de Seriedad de Ofertas', until, amount: '1', unit: '%' },
];

/** Returns the history of a lead about its tender, oldest first. */
export async function newsOf(leadId: number) {
  const events = await eventsOf(leadId);
  return events.flatMap((event) => (event.kind === 'tender' ? [event] : []));
}

/** Mails the waiting news. */
export async function mailTenderNews(now: number): Promise<void> {
  await announceTenders(now);
  await deliverDue();
}

/** Returns every mail on tenders that was sent, oldest first. */
export async function tenderMails() {
  return (await listMails())
    .filter(({ text }) => text.includes('Esto cambió en Mercado Público'))
    .sort((a, b) => a.sentAt - b.sentAt);
}
