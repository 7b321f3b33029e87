import { ownFields } from '#lib/http/forms/issued.ts';
import { randomId } from '#lib/platform/ids.ts';
import { issuedFacts, recordOwn } from '#tests/support/issued.ts';
import { putLink } from '#tests/support/links.ts';
import type { Door } from '#tools/fuzz/doors.ts';
import type { Place } from '#tools/fuzz/place.ts';

const own = async ({ owner }: Place) => {
  const made = await recordOwn(owner.cookies, { issuerNumber: randomId() });
  const { id, number } = (await made.json()).data;
  return { id: String(id), number: Number(number) };
};

const linked = (endsAt?: number): Door => ({
  who: 'guest',
  fill: async (place) => {
    const { number } = await own(place);
    const token = await putLink('issued', number, endsAt ? { endsAt } : {});
    return { form: {}, params: { token } };
  },
});

const code = (who: Door['who']): Door => ({
  who,
  fill: async (place) => ({ form: { action: 'renew' }, params: { id: (await own(place)).id } }),
});

export const issuedDoors: Record<string, Door> = {
  '/panel/garantias/nueva/guardar': {
    who: 'owner',
    fill: () => ({
      form: { ...issuedFacts, issuerNumber: randomId(), amount: '1.500.000', note: 'Original' },
      file: 'file',
    }),
    keeps: ownFields,
  },
  '/panel/garantias/{id}/evento': {
    who: 'owner',
    fill: async (place) => ({
      form: { kind: 'cobrada', cuanto: 'parte', amount: '1.000', text: '', clave: randomId() },
      params: { id: (await own(place)).id },
    }),
    keeps: ['kind', 'cuanto', 'amount', 'text'],
  },
  '/panel/garantias/{id}/codigo': code('owner'),
  '/admin/garantias/{id}/codigo': code('admin'),
  '/panel/garantias/{id}/prorroga': {
    who: 'owner',
    fill: async (place) => ({ form: {}, params: { id: (await own(place)).id } }),
  },
  '/garantia/{token}/prorroga': linked(),
  '/garantia/{token}/pedir': linked(1),
};
