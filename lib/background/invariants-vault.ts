import { sql } from 'drizzle-orm';
import { categories } from '#lib/domain/documents/rules.ts';
import { MAX_LISTED_OPENINGS } from '#lib/domain/share-links/rules.ts';

const keys = Object.entries(categories).flatMap(([key, { holds }]) =>
  holds === 'one' ? [key] : [],
);

export const vaultInvariants = [
  {
    problem: 'category of one that holds several',
    find: sql`select account_id || ' ' || category as id from documents
        where state = 'kept' and category in ${keys}
        group by account_id, category having count(*) > 1`,
  },
  {
    problem: 'document counted from a date that it lacks',
    find: sql`select id from documents where counted_from = 'issued' and issued_at is null`,
  },
  {
    problem: 'document without an account',
    find: sql`select id from documents where state <> 'removing'
        and account_id not in (select id from accounts)`,
  },
  {
    problem: 'former version of a document that is not there',
    find: sql`select f.id from documents f where f.state = 'former' and not exists (
      select 1 from documents d where d.id = f.former_of and d.account_id = f.account_id
        and d.category = f.category and d.state in ('kept', 'deleted', 'removing'))`,
  },
  {
    problem: 'link whose openings do not agree',
    find: sql`select l.id from share_links l where l.openings > coalesce(l.max_openings, l.openings)
        or (select count(*) from share_openings o where o.link_id = l.id) not between
          min(max(l.openings, l.views + l.downloads), ${MAX_LISTED_OPENINGS}) and l.openings + l.views + l.downloads`,
  },
];
