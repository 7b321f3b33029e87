import { announceTenders } from '#lib/domain/tenders/writes/announce.ts';
import { watchTenders } from '#lib/domain/tenders/writes/watch.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { deliver } from '#tests/support/deliver.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { madeTender } from '#tests/support/made-tenders.ts';
import { marketplaceForTest } from '#tests/support/marketplace.ts';
import type { MadeTender } from '#tests/support/providers/mercado-publico-records.ts';
import { mailsSoFar } from '#tests/support/sent-mails.ts';

export const CODE = '3667-12-LP26';
/** RUT and name of the company in `publicBody`. */
export const holder = { rut: '76.123.456-0', name: 'Constructora Andes SpA' };
export const stranger = { rut: '77.987.654-3', name: 'Caminos del Norte Ltda.' };

/** A world with a Mercado Público for each test of a file, whose tender `CODE` can be changed. */
export function tendersForTest() {
  const { api, world, programIn } = marketplaceForTest({ tenders: [madeTender()] });
  const look = () => watchTenders();
  return {
    world,
    api,
    programIn,
    look,
    /** From now on Mercado Público says this of the tender; looked at a day later. */
    become: async (more: Partial<MadeTender>, after = DAY) => {
      api.set({ tenders: [madeTender(more)] });
      world.advance(after);
      await look();
    },
  };
}

/** A request for the tender: the ids of its lead and submission. */
export const ask = (changes: object = {}) =>
  sendRequest({ ...publicBody, idLicitacion: CODE, ...changes });

/** The same, looked at once: what changes from then on is news. */
export async function askAndLook(changes: object = {}) {
  const asked = await ask(changes);
  await watchTenders();
  return asked;
}

/** What section 8 of the tender's page asks for. */
export const seriedadUntil = (until: string) => [
  { title: 'Garantía de Seriedad de Ofertas', until, amount: '1', unit: '%' },
];

/** What the history of a lead says of its tender, oldest first. */
export async function newsOf(leadId: number) {
  const events = await eventsOf(leadId);
  return events.flatMap((event) => (event.kind === 'tender' ? [event] : []));
}

/** What is waiting is mailed. */
export async function mailNews(now: number): Promise<void> {
  await announceTenders(now);
  await deliver();
}

/** Every mail on tenders that was sent, oldest first. */
export async function newsMails() {
  return (await mailsSoFar())
    .filter(({ text }) => text.includes('Esto cambió en Mercado Público'))
    .sort((a, b) => a.sentAt - b.sentAt);
}
