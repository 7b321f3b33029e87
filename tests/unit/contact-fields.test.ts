import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leadNote } from '#lib/domain/crm/view.ts';
import { contactForm } from '#lib/domain/requests/leads/contact-schema.ts';
import { formLabels } from '#lib/domain/requests/leads/copy.ts';
import { leadInternalMail } from '#lib/domain/requests/leads/mail.ts';
import { formSections } from '#lib/domain/requests/team/copy.ts';
import { bodyExamples } from '#lib/http/openapi/examples.ts';
import { contactBody } from '#tests/support/contact.ts';
import { formAt } from '#tests/support/forms.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

describe.each(contactForm.keyof().options)('the field %s of the contact forms', (field) => {
  test('is in the example of the API, in the order of errors and among the values that come back', () => {
    const { value } = bodyExamples['/api/contact']?.form ?? {};
    expect(value, 'an example beside the schema').toHaveProperty(field);
    const { order, keep } = formAt('/contacto/enviar').entry;
    expect(order, 'order of errors').toContain(field);
    expect(keep, 'brought back').toContain(field);
  });

  test('is in the mail to advisors, the inbox and the CRM note, under its label', async () => {
    const answers = { ...contactBody, [field]: field === 'acepta_politicas' ? true : 'lo escrito' };
    const label = formLabels[field];
    const lead = {
      id: 1,
      kind: 'contacto',
      consentVersion: '1',
      handledAt: null,
      preferred: null,
      advisor: null,
      createdAt: 0,
    } as const;
    const { text } = await leadInternalMail({ ...lead, answers });
    const [section] = formSections(answers);
    expect(section?.rows.map((row) => row.label)).toContain(label);
    expect(text).toContain(`${label}: `);
    if (field === 'acepta_politicas') return;
    expect(text).toContain('lo escrito');
    expect(JSON.stringify(section)).toContain('lo escrito');
    const stored = { ...lead, answers, request: null };
    expect(leadNote(stored as unknown as Parameters<typeof leadNote>[0])).toContain('lo escrito');
  });
});
