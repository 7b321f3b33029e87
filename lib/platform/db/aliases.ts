import { alias } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** Names `accounts` a second time, for the company in a query that has the person as well. */
export const company = alias(accounts, 'company');
