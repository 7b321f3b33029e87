'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { usePolling } from '#components/admin/commands/use-polling.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useRenderCount } from '#components/ui/render-count.ts';

/** An item in the reply of `GET /api/admin/leads/{id}/events`. */
type News = { id: number; at: string; title: string; text?: string; isOwn: boolean };

type WatchState = {
  lastReadId: number | null;
  news: readonly News[];
  watcherNames: readonly string[];
};

export const LeadNews = createContext<WatchState>({ lastReadId: null, news: [], watcherNames: [] });

type Props = { id: number; title: string; lastEventId: number; children: ReactNode };

/**
 * Polls for acts of other people. Shows them without changing typed text, and their number before
 * the page's `title`. `lastEventId` is the newest event when the page was rendered. Later events of
 * others count as read after "Ver" is pressed; own events count as read once a form of this page
 * has rendered it again.
 */
export function LeadLiveUpdates({ id, title, lastEventId, children }: Props) {
  const [news, setNews] = useState<readonly News[]>([]);
  const [watcherNames, setWatcherNames] = useState<readonly string[]>([]);
  const [lastReadId, setLastReadId] = useState(lastEventId);
  const renderCount = useRenderCount();
  const [page, setPage] = useState({ renderCount, last: lastEventId });
  if (page.renderCount !== renderCount) setPage({ renderCount, last: lastEventId });
  const newest = useRef(lastEventId);
  const { refresh } = useRouter();
  usePolling(
    // `watching` tells other advisors that this advisor sees the lead, so a hidden page leaves it
    // out.
    () =>
      `/api/admin/leads/${id}/events?after=${newest.current}${document.hidden ? '' : '&watching=yes'}`,
    (data?: { events: News[]; newest: number; watching: string[] }) => {
      setWatcherNames((current) => (data || current.length > 0 ? (data?.watching ?? []) : current));
      if (!data || data.newest === newest.current) return;
      newest.current = data.newest;
      setNews((earlier) => [...data.events, ...earlier]);
      // Reloads heading and history. Typed text stays.
      if (data.newest !== lastEventId) refresh();
    },
  );
  const unreadEvents = news.filter((event) => event.id > lastReadId && !event.isOwn);
  const quotedEvent = unreadEvents.find(({ text }) => text) ?? unreadEvents[0];
  const show = () => {
    setLastReadId(news[0]?.id ?? lastReadId);
    document.getElementById('historia')?.scrollIntoView();
  };
  return (
    <LeadNews
      value={{
        lastReadId: lastReadOf(news, { read: lastReadId, last: page.last }),
        watcherNames,
        news: news.filter((event) => event.id > lastEventId),
      }}
    >
      <title>{unreadEvents.length > 0 ? `(${unreadEvents.length}) ${title}` : title}</title>
      {children}
      <div
        role="status"
        // Placed where it covers no field.
        className="fixed inset-x-0 top-0 z-10 p-3 empty:hidden lg:left-auto lg:w-96"
      >
        {quotedEvent && (
          <div className="rounded-md bg-surface shadow-lg">
            <Notice tone="warning" title={`${quotedEvent.title} hace un momento`}>
              {quotedEvent.text && (
                <p className="line-clamp-3 wrap-anywhere">«{quotedEvent.text}»</p>
              )}
              <button type="button" onClick={show} className="min-h-11 underline">
                Ver en la historia
              </button>
            </Notice>
          </div>
        )}
      </div>
    </LeadNews>
  );
}

/**
 * Returns the newest event that counts as read: the last one before the oldest unread event of
 * somebody else.
 */
export function lastReadOf(
  news: readonly Pick<News, 'id' | 'isOwn'>[],
  { read, last }: { read: number; last: number },
): number {
  const oldestUnread = news.findLast(({ id, isOwn }) => id > read && !isOwn);
  return Math.min(Math.max(read, last), (oldestUnread?.id ?? Number.POSITIVE_INFINITY) - 1);
}

export function Watchers() {
  const { watcherNames } = use(LeadNews);
  if (watcherNames.length === 0) return null;
  const names = new Intl.ListFormat('es').format(watcherNames);
  return (
    <p role="status" className="py-2 text-sm font-semibold text-warning">
      {names} {watcherNames.length === 1 ? 'está' : 'están'} viendo esta solicitud
    </p>
  );
}

/**
 * Hidden field with the last event that was read. If there is a newer event, the server refuses the
 * act the first time.
 */
export function LastEvent() {
  const { lastReadId } = use(LeadNews);
  return lastReadId !== null && <input type="hidden" name="lastEvent" value={lastReadId} />;
}

/** Shows the events that arrived while the page was open. */
export function NewEvents() {
  return use(LeadNews).news.map(({ id, at, title, text }) => (
    <li key={id} className="border-b border-line py-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <time dateTime={at} className="text-sm text-ink-soft">
          recién
        </time>
      </div>
      {text && <p className="text-sm whitespace-pre-line wrap-anywhere">{text}</p>}
    </li>
  ));
}
