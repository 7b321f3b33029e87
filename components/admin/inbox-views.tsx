import { inboxViewCopy } from '#lib/domain/inbox/copy.ts';
import { type InboxView, inboxViews } from '#lib/domain/inbox/rules.ts';

type Props = {
  /** Figures above `most` are not exact. */
  counts: Record<InboxView, number>;
  most: number;
  /** The query that is shown. */
  list: string;
};

/** What is looked at every day, a link each. */
export function InboxViews({ counts, most, list }: Props) {
  const names: readonly InboxView[] = [
    'todo',
    'answer',
    'issue',
    'applicant',
    'mine',
    'free',
    'closing',
  ];
  const views = names.map((name) => ({
    label: inboxViewCopy[name],
    total: counts[name],
    query: new URLSearchParams(inboxViews[name]).toString(),
  }));
  return (
    <nav aria-label="Vistas">
      <ul className="flex flex-wrap gap-2">
        <View query="" label="Todas" list={list} />
        {views.map(({ label, total, query }) => (
          <View key={label} {...{ query, label, list }}>
            <span className="font-semibold tabular-nums">{total > most ? `${most}+` : total}</span>
          </View>
        ))}
      </ul>
    </nav>
  );
}

type ViewProps = { query: string; label: string; list: string; children?: React.ReactNode };

function View({ query, label, list, children }: ViewProps) {
  return (
    <li>
      <a
        href={`/admin${query && `?${query}`}`}
        aria-current={query === list ? 'page' : undefined}
        className="inline-flex min-h-10 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm text-ink no-underline hover:border-brand aria-[current]:border-brand aria-[current]:bg-brand-tint"
      >
        {label} {children}
      </a>
    </li>
  );
}
