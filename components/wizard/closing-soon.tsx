import { type Contact, TeamContact } from '#components/contact/team-contact.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import { PUBLISHED } from '#lib/domain/marketplace/rules.ts';
import { timeToClosingText } from '#lib/domain/marketplace/view.ts';
import { formatDateTime, formatDuration } from '#lib/platform/chile/format.ts';

type Props = {
  tender: DraftTender | null;
  contact: Contact;
  now: number;
  /** True if an earlier page has shown the whole warning. */
  isBrief: boolean;
  /** Text that says that a bid bond may be late, or null. */
  lateText: string | null;
};

/**
 * Warns of a closing within 48 hours, and of one before which a bid bond may not be issued. Shows
 * how to reach the team.
 */
export function ClosingSoon({ tender, contact, now, isBrief, lateText }: Props) {
  // A list names only tenders that are open.
  const { closesAt, stateCode } = tender?.facts ?? {
    closesAt: tender?.closesAt ?? null,
    stateCode: PUBLISHED,
  };
  const timeLeft = timeToClosingText(closesAt, now);
  if (closesAt === null || closesAt <= now || stateCode !== PUBLISHED) return null;
  if (timeLeft === null && !lateText) {
    if (!isBrief) return null;
    const durationText = formatDuration(closesAt - now);
    return (
      <p className="mb-4 text-sm text-ink-soft">
        <UnbrokenText
          text={`La licitación cierra el ${formatDateTime(closesAt)}, en ${durationText}.`}
        />
      </p>
    );
  }
  const title = timeLeft
    ? `La licitación cierra en ${timeLeft}`
    : 'La garantía podría llegar tarde';
  const advice = (
    <>
      <p>
        <UnbrokenText text={lateText ?? `El ${formatDateTime(closesAt)}.`} />
      </p>
      <TeamContact
        {...contact}
        payByText="Si necesitas la garantía antes,"
        {...{ closesAt }}
        now={now}
      />
    </>
  );
  if (isBrief) {
    return (
      <details className="mb-4 text-sm">
        <summary className="w-fit cursor-pointer py-1 font-semibold text-warning">
          {title}. <span className="underline">Ver qué hacer</span>
        </summary>
        <div className="grid gap-2">{advice}</div>
      </details>
    );
  }
  return (
    <div className="mb-6">
      <Notice tone="warning" title={title}>
        {advice}
      </Notice>
    </div>
  );
}
