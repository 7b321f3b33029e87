import { alias } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';

/** An alias of the table `accounts` for the company in queries that also join the person. */
export const company = alias(accounts, 'company');

/** Names `company_members` a second time, for the other members in a query about one. */
export const otherMember = alias(companyMembers, 'other_member');

/** Names `issued_guarantees` a second time, for the guarantee that the one of a query replaced. */
export const predecessor = alias(issuedGuarantees, 'predecessor');
