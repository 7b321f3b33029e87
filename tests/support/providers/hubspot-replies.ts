import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { badGateway, reply } from '#tests/support/providers/http-server.ts';

/**
 * Failures of the next requests. `late` and `cut` do the work first: the answer comes after `ms`,
 * or only half of it.
 */
export type HubspotFailure =
  | {
      how: 'status';
      status: number;
      category?: string;
      message?: string;
      policyName?: string;
      retryAfter?: number;
    }
  | { how: 'hang' }
  | { how: 'cut' }
  | { how: 'page'; status: number }
  | { how: 'late'; ms: number };

export type HubspotObject = {
  id: string;
  properties: Record<string, string>;
  /** Ids of the objects it was created with, by type of association. */
  associations: Record<number, string>;
};

/** Makes `deal.propertyChange` as HubSpot sends it. */
export function stageEvent(event: {
  dealId: string;
  stage: string;
  occurredAt: number;
  eventId: number;
}) {
  const { dealId, stage, occurredAt, eventId } = event;
  return {
    eventId,
    subscriptionId: 25,
    portalId: 33,
    appId: 1160452,
    occurredAt,
    subscriptionType: 'deal.propertyChange',
    attemptNumber: 0,
    objectId: Number(dealId),
    propertyName: 'dealstage',
    propertyValue: stage,
    changeSource: 'CRM_UI',
    sourceId: 'userId:9',
  };
}

/** Returns the headers of HubSpot's signature, version 3. */
export function hubspotSignature(url: string, body: string, secret: string, at = Date.now()) {
  const signed = createHmac('sha256', secret).update(`POST${url}${body}${at}`).digest('base64');
  return {
    'content-type': 'application/json',
    'x-hubspot-signature-v3': signed,
    'x-hubspot-request-timestamp': String(at),
  };
}

export function invalid(error: string): string {
  const first = { isValid: false, message: `resguardo_id: ${error}`, error, name: 'resguardo_id' };
  return `Property values were not valid: ${JSON.stringify([first])}`;
}

export function refusal(status: number, category: string, message = category) {
  return [status, { status: 'error', message, correlationId: 'x', category }] as const;
}

export function fail(
  response: ServerResponse,
  failure: Exclude<HubspotFailure, { how: 'late' | 'cut' }>,
): void {
  if (failure.how === 'hang') return;
  if (failure.how === 'page') badGateway(response, failure.status);
  else {
    const { status, category = 'INTERNAL_ERROR', message = category, policyName } = failure;
    const { retryAfter } = failure;
    if (retryAfter !== undefined) response.setHeader('retry-after', `${retryAfter}`);
    reply(response, status, { status: 'error', message, category, policyName });
  }
}
