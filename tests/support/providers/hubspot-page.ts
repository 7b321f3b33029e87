import { escaped } from '#tests/support/providers/http-server.ts';
import type { HubspotObject } from '#tests/support/providers/hubspot-replies.ts';

/** Stages of the demo's pipeline. Deals start in the first. */
export const demoStages = {
  appointmentscheduled: 'Nueva',
  qualifiedtobuy: 'En revisión',
  contractsent: 'Aprobada',
  closedlost: 'Rechazada',
  closedwon: 'Emitida',
};
/** `HUBSPOT_STAGES` for these stages. */
export const demoStageMap =
  'qualifiedtobuy=en_revision,contractsent=aprobada,closedlost=rechazada,closedwon=emitida';

/** Shows the stand-in's objects, with a board to move deals, for `npm run demo`. */
export function hubspotPage(objects: Record<'contacts' | 'deals' | 'notes', HubspotObject[]>) {
  const deals = objects.deals.map(
    ({ id, properties }) => `<li><form method="post" action="/deals/${id}/stage">
      <b>${escaped(properties.dealname)}</b> ${escaped(properties.amount ?? '')}
      <select name="stage" aria-label="Etapa">${stageOptions(properties.dealstage)}</select>
      <button>Mover</button></form></li>`,
  );
  const contacts = objects.contacts.map(
    ({ id, properties: p }) =>
      `<li>${id}: ${escaped(p.firstname)} ${escaped(p.lastname)} &lt;${escaped(p.email)}&gt; ${escaped(p.phone)}</li>`,
  );
  // The note is shown as HubSpot shows it, so that missing escapes would be seen here.
  const notes = objects.notes.map(({ properties }) => `<li>${properties.hs_note_body}</li>`);
  return `<!doctype html><meta charset="utf-8"><title>HubSpot (stand-in)</title>
    <style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
    li{margin:.5rem 0}li p{margin:0}</style><h1>HubSpot (stand-in)</h1>
    <h2>Deals</h2><ul>${deals.join('')}</ul>
    <h2>Contacts</h2><ul>${contacts.join('')}</ul>
    <h2>Notes</h2><ul>${notes.reverse().join('')}</ul>`;
}

function stageOptions(current: string | undefined): string {
  return Object.entries(demoStages)
    .map(([id, label]) => `<option value="${id}"${id === current ? ' selected' : ''}>${label}`)
    .join('');
}
