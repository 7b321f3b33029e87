import { type Contact, TeamContact } from '#components/contact/team-contact.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import { PUBLISHED } from '#lib/domain/marketplace/rules.ts';
import { timeToClosing } from '#lib/domain/marketplace/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  tender: DraftTender | null;
  contact: Contact;
  now: number;
  /** True once a page has shown it in full. */
  isBrief: boolean;
};

/** Warns of a closing within 48 hours and shows how to reach the team. */
export function ClosingSoon({ tender, contact, now, isBrief }: Props) {
  const { closesAt = null, stateCode } = tender?.facts ?? {};
  const left = timeToClosing(closesAt, now);
  if (left === null || closesAt === null || stateCode !== PUBLISHED) return null;
  if (isBrief) {
    return (
      <div className="mb-4 flex flex-wrap items-center gap-x-2 text-sm">
        <Icon name="warning" className="size-5 shrink-0 text-warning" />
        <p className="font-semibold text-warning">La licitación cierra en {left}.</p>
        <TeamContact {...contact} before="Para llegar a tiempo," {...{ closesAt }} now={now} />
      </div>
    );
  }
  return (
    <div className="mb-6">
      <Notice tone="warning" title={`La licitación cierra en ${left}`}>
        <p>
          <UnbrokenText text={`El ${formatDateTime(closesAt)}.`} />
        </p>
        <TeamContact
          {...contact}
          before="Si necesitas la garantía antes,"
          {...{ closesAt }}
          now={now}
        />
      </Notice>
    </div>
  );
}
