import { expect, expectTypeOf, test } from 'vitest';
import { formFields } from '#components/forms/form-fields.ts';
import type { credentialsBody, holderForm } from '#lib/domain/accounts/schema.ts';
import { type KindWithPayload, parsePayload } from '#lib/domain/deliveries/schema.ts';
import type { paymentForm } from '#lib/domain/payments/schema.ts';
import type { FieldName, OpenForm } from '#lib/platform/operations/field-name.ts';

// The expectations about types are checked by `tsc`, not by Vitest.

test('a form takes only the fields of its schema', () => {
  const field = formFields<typeof credentialsBody>({ values: { email: 'ana' }, errors: {} });
  expect(field('email')).toEqual({ name: 'email', defaultValue: 'ana', error: undefined });
  expect(field('profile', 'natural').defaultValue).toBe('natural');
  expectTypeOf<'emial'>().not.toExtend<Parameters<typeof field>[0]>();
  expectTypeOf<FieldName<typeof credentialsBody>>().toEqualTypeOf<
    'email' | 'password' | 'profile'
  >();
  expectTypeOf<FieldName<typeof paymentForm>>().toEqualTypeOf<'monto' | 'detalle'>();
  expectTypeOf<'rutVisto' | 'monto'>().toExtend<
    FieldName<typeof holderForm | typeof paymentForm>
  >();
  expectTypeOf<FieldName<OpenForm>>().toEqualTypeOf<string>();
});

test('a delivery takes only the payload of its kind', () => {
  expectTypeOf<{ kind: 'lead.crm'; payload: { leadId: number } }>().toExtend<KindWithPayload>();
  expectTypeOf<{
    kind: 'lead.crm';
    payload: { eventId: number };
  }>().not.toExtend<KindWithPayload>();
  expect(parsePayload('payment.receipt-mail', { paymentId: 1 }).toPayer).toBe(false);
  expect(() => parsePayload('lead.crm', { eventId: 1 })).toThrow('leadId');
});
