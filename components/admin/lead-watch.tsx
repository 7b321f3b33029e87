'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';

/** The reply of `GET /api/admin/leads/{id}/events` lists these items. */
type News = { id: number; at: string; title: string; text?: string; isOwn: boolean };

const LeadNews = createContext<{ read: number | null; news: readonly News[] }>({
  read: null,
  news: [],
});

/** Milliseconds between polls, as pages have to show others' actions within five seconds. */
const PAUSE_MS = 4000;
/** Number of polls without user activity, about an hour, so that the session can expire. */
const MOST_LOOKS = 900;

type Props = { id: number; last: number; children: ReactNode };

/**
 * Polls for actions of others and shows them without changing what is being typed. `last` is the
 * newest event of the page. Later ones count as read once "Ver" was pressed.
 */
export function LeadWatch({ id, last, children }: Props) {
  const [news, setNews] = useState<readonly News[]>([]);
  const [first] = useState(last);
  const [read, setRead] = useState(last);
  const { refresh } = useRouter();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let [newest, looks, isUnderWay] = [first, 0, false];
    const look = async () => {
      if (document.hidden || isUnderWay || looks >= MOST_LOOKS) return;
      looks += 1;
      isUnderWay = true;
      const address = `/api/admin/leads/${id}/events?after=${newest}`;
      const reply = await fetch(address, { signal, cache: 'no-store' }).catch(() => null);
      // Polling ends without a session or the lead.
      if (reply && [401, 403, 404].includes(reply.status)) stop.abort();
      const came: News[] = reply?.status === 200 ? (await reply.json()).data.events : [];
      isUnderWay = false;
      newest = came[0]?.id ?? newest;
      if (came.length === 0 || signal.aborted) return;
      setNews((known) => [...came, ...known]);
      // This updates heading and history and keeps typed text.
      refresh();
    };
    const timer = setInterval(() => look().catch(() => undefined), PAUSE_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    document.addEventListener('visibilitychange', () => look().catch(() => undefined), { signal });
    for (const hand of ['pointermove', 'keydown']) {
      document.addEventListener(hand, () => (looks = 0), { signal, passive: true });
    }
    return () => stop.abort();
  }, [id, first, refresh]);
  const unread = news.filter((one) => one.id > read && !one.isOwn);
  const shown = unread.find(({ text }) => text) ?? unread[0];
  const show = () => {
    setRead(news[0]?.id ?? read);
    document.getElementById('historia')?.scrollIntoView();
  };
  return (
    <LeadNews value={{ read, news: news.filter((one) => one.id > last) }}>
      {children}
      <div
        role="status"
        className="fixed inset-x-0 bottom-0 z-10 mx-auto max-w-xl p-3 empty:hidden"
      >
        {shown && (
          <div className="rounded-md bg-surface shadow-lg">
            <Notice tone="warning" title={`${shown.title} hace un momento`}>
              {shown.text && <p className="line-clamp-3 wrap-anywhere">«{shown.text}»</p>}
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

/** Hidden field with the last event seen. An action is refused once if there is a newer event. */
export function LastEvent() {
  const { read } = use(LeadNews);
  return read !== null && <input type="hidden" name="lastEvent" value={read} />;
}

/** Draws the events that came while the page was open. */
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
