import type { CrmContact, CrmDeal, CrmNote } from '#lib/platform/crm/crm.ts';
import { asciiEmail } from '#lib/platform/mail/email-address.ts';

/** HubSpot (CRM API v3) has no idempotency keys, so we add a unique property with this name. */
export const KEY_PROPERTY = 'resguardo_id';
export type KeyedObject = 'deals' | 'notes';

const GROUP = 'resguardo';

export const propertyGroup = { name: GROUP, label: 'Resguardo', displayOrder: -1 };

export const keyProperty = {
  name: KEY_PROPERTY,
  label: 'Resguardo ID',
  description: 'Lo usa Resguardo para no crear nada dos veces. No lo cambies.',
  groupName: GROUP,
  type: 'string',
  fieldType: 'text',
  hasUniqueValue: true,
};

export function contactUpsert(contact: CrmContact) {
  const { firstName, lastName, phone, company } = contact;
  const email = asciiEmail(contact.email);
  const filled = { firstname: firstName, lastname: lastName, phone, company };
  const properties = Object.fromEntries(Object.entries(filled).filter(([, value]) => value));
  return { inputs: [{ idProperty: 'email', id: email, properties: { email, ...properties } }] };
}

export function dealInput(deal: CrmDeal, { pipeline, stage }: { pipeline: string; stage: string }) {
  const { key, name, amount, url, contactId } = deal;
  return {
    properties: {
      [KEY_PROPERTY]: key,
      dealname: name,
      pipeline,
      dealstage: stage,
      description: `En Resguardo: ${url}`,
      ...(amount && { amount }),
    },
    associations: [associationTo(contactId, dealToContact)],
  };
}

export function noteInput({ key, html, at, contactId, dealId }: CrmNote) {
  return {
    properties: {
      [KEY_PROPERTY]: key,
      hs_note_body: html,
      hs_timestamp: new Date(at).toISOString(),
    },
    associations: [
      associationTo(contactId, noteToContact),
      ...(dealId ? [associationTo(dealId, noteToDeal)] : []),
    ],
  };
}

const dealToContact = 3;
const noteToContact = 202;
const noteToDeal = 214;

function associationTo(id: string, associationTypeId: number) {
  const type = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId };
  return { to: { id }, types: [type] };
}
