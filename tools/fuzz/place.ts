import { getEnv } from '#lib/platform/config/env.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { setMetrics } from '#lib/platform/metrics/metrics.ts';
import { createMetrics } from '#lib/platform/metrics/prometheus.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { createTransbank } from '#lib/platform/webpay/transbank.ts';
import { marketplaceWithoutPauses } from '#tests/support/marketplace.ts';
import { startGoogle } from '#tests/support/providers/google.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { webhookVariables } from '#tests/support/webhooks.ts';
import { createWorld } from '#tests/support/world.ts';
import { newPerson, newSession, type Person } from '#tools/fuzz/people.ts';

export const METRICS_TOKEN = 'token-of-the-monitoring';

/**
 * Makes a world in which every provider replies, with a logged-in account of each role. A refusal
 * is then the fault of the request.
 */
export async function createPlace() {
  const [webpay, google, market] = await Promise.all([
    startWebpay(),
    startGoogle(),
    startMercadoPublico({ now }),
  ]);
  const world = createWorld({
    RATE_LIMITS: 'off',
    VAULT_MAX_FILES: '1000000',
    VAULT_QUOTA_MB: '1000000',
    ...webpay.variables,
    ...google.variables,
    ...market.variables,
    ...webhookVariables,
    METRICS_TOKEN,
    TRANSFER_ACCOUNT: 'Andes SpA; 76.123.456-0; Banco Norte; Vista; 12345; pagos@andes.cl',
  });
  setMetrics(createMetrics());
  google.setClock(now);
  setCallTimes(marketplaceWithoutPauses);
  const { transbank } = getEnv();
  if (transbank) singleton('webpay', () => createTransbank(transbank, 5000));
  const place = {
    world,
    webpay,
    google,
    /** `owner` has the things to try, `other` has none of them. */
    owner: await newPerson('juridica'),
    other: await newPerson('natural'),
    admin: await newPerson('admin'),
    expired: {} as Record<string, string>,
    /**
     * Replaces the accounts, because an earlier request may have ended a session or deleted an
     * account.
     */
    renew: async () => {
      place.owner = await newPerson('juridica');
      place.other = await newPerson('natural');
      place.admin = await newPerson('admin');
      place.expired = await newSession(place.owner, 8 * DAY);
    },
    close: async () => {
      await Promise.all([webpay.close(), google.close(), market.close()]);
      await world.close();
    },
  };
  return place;
}

export type FuzzWorld = Awaited<ReturnType<typeof createPlace>>;
export type { Person };
