import { alias } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';

/** An alias of the table `accounts` for the company in queries that also join the person. */
export const company = alias(accounts, 'company');

/** An alias of `issued_guarantees` for the guarantee that was replaced by the one in the query. */
export const predecessor = alias(issuedGuarantees, 'predecessor');
