import { alias } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';

/** Names `accounts` a second time, for the company in a query that also reads the person. */
export const company = alias(accounts, 'company');

/** Names `company_members` a second time, for other members of the company of one member. */
export const otherMember = alias(companyMembers, 'other_member');

/** Names `issued_guarantees` a second time, for the guarantee whose `successor` a query reads. */
export const predecessor = alias(issuedGuarantees, 'predecessor');
