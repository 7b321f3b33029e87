import { type Contact, TeamContact } from '#components/contact/team-contact.tsx';
import { UnbrokenText } from '#components/ui/dated-text.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import { PUBLISHED } from '#lib/domain/marketplace/rules.ts';
import { timeToClosing } from '#lib/domain/marketplace/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = { tender: DraftTender | null; contact: Contact; now: number };

/** Warns of a closing within 48 hours and shows how to reach the team. */
export function ClosingSoon({ tender, contact, now }: Props) {
  const { closesAt = null, stateCode } = tender?.facts ?? {};
  const left = timeToClosing(closesAt, now);
  if (left === null || closesAt === null || stateCode !== PUBLISHED) return null;
  return (
    <div className="mb-6">
      <Notice tone="warning" title={`La licitación cierra en ${left}`}>
        <p>
          <UnbrokenText text={`El ${formatDateTime(closesAt)}.`} />
        </p>
        <TeamContact {...contact} before="Si necesitas la garantía antes," />
      </Notice>
    </div>
  );
}
