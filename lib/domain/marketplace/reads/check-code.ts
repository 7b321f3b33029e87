import { codeProblems, marketplaceCopy } from '#lib/domain/marketplace/copy.ts';
import type { LookUpOptions } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { type CachedReply, lookUp } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { orderQuestion, tenderQuestion } from '#lib/domain/marketplace/reads/questions.ts';
import { isLookUpUnavailable } from '#lib/domain/marketplace/reads/refusals.ts';
import { type ParseResult, parseOrderId, parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { isMarketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import type { MappedTender, OrderFacts } from '#lib/platform/mercado-publico/mapper.ts';

/**
 * `basic` means that only the form of the code was checked. `api` means that the code was also
 * looked up, perhaps without finding anything.
 */
export type CodeCheck<T> =
  | {
      source: 'basic';
      valid: boolean;
      code: { id: string; type: string } | null;
      message?: string;
      warning?: string;
    }
  | { source: 'api'; found: CachedReply<T>; message?: string };

/**
 * Checks the form of a tender's id and, where Mercado Público answers, whether the tender exists.
 * Without an answer the result has the source `basic` and a warning.
 */
export function checkTenderCode(
  text: string,
  options?: LookUpOptions,
): Promise<CodeCheck<MappedTender | null>> {
  const ask = (id: string) => lookUp(tenderQuestion(id), options);
  return checkCode(parseTenderId(text), ask, marketplaceCopy.unknownTender);
}

/**
 * Checks the form of a purchase order's id and, where Mercado Público answers, whether the order
 * exists. Without an answer the result has the source `basic` and a warning.
 */
export function checkOrderCode(
  text: string,
  options?: LookUpOptions,
): Promise<CodeCheck<OrderFacts | null>> {
  const ask = (id: string) => lookUp(orderQuestion(id), options);
  return checkCode(parseOrderId(text), ask, marketplaceCopy.unknownOrder);
}

async function checkCode<T>(
  parsed: ParseResult,
  ask: (id: string) => Promise<CachedReply<T | null>>,
  missingText: string,
): Promise<CodeCheck<T | null>> {
  if (!parsed.ok) {
    return { source: 'basic', valid: false, code: null, message: codeProblems[parsed.problem] };
  }
  const { code } = parsed;
  if (!isMarketplaceConfigured()) return { source: 'basic', valid: true, code };
  try {
    const answer = await ask(code.id);
    return {
      source: 'api',
      found: answer,
      ...(answer.value === null ? { message: missingText } : {}),
    };
  } catch (error) {
    if (!isLookUpUnavailable(error)) throw error;
    return { source: 'basic', valid: true, code, warning: marketplaceCopy.unchecked };
  }
}
