import { Icon } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { missingText } from '#lib/domain/requests/submissions/copy.ts';
import { lastActCopy, leadStatusCopy } from '#lib/domain/requests/team/copy.ts';
import { leadStatusOf } from '#lib/domain/requests/team/rules.ts';
import { pendingCallMark, type StoredLead } from '#lib/domain/requests/team/view.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';

const tones = {
  por_atender: 'info',
  en_espera: 'neutral',
  en_revision: 'neutral',
  aprobada: 'success',
  rechazada: 'danger',
  emitida: 'success',
  atendida: 'neutral',
} as const;

/** Returns the tag of a lead, which is the same in lists and on its page. */
export function leadTag(lead: StoredLead, now: number) {
  const { lastAct } = lead;
  if (isUnrecorded(lead)) return { label: 'Falta registrar', tone: 'warning' } as const;
  const status = leadStatusOf(lead);
  if (lastAct === null || lastAct === 'begun') {
    return { label: leadStatusCopy[status], tone: tones[status] };
  }
  // An approval stays visible while the applicant has to act.
  if (!lastActCopy[lastAct].isOurs && lead.state === 'aprobada') {
    return { label: leadStatusCopy.aprobada, tone: tones.aprobada };
  }
  // Once the applicant has paid, sent documents need no answer: they are read when the guarantee is
  // issued.
  const shownAct = lastAct === 'answered' && lead.isPaid ? 'paid' : lastAct;
  const { label, isOurs } = lastActCopy[shownAct];
  const call = lastAct === 'call' ? pendingCallMark(lead, now) : null;
  if (call) return { label: call.text, tone: call.tone } as const;
  if (lastAct === 'undelivered') return { label, tone: 'danger' } as const;
  if (shownAct === 'paid') return { label, tone: 'due' } as const;
  return { label, tone: isOurs ? 'warning' : 'neutral' } as const;
}

export function LeadTag({ lead, now }: { lead: StoredLead; now: number }) {
  const { label, tone } = leadTag(lead, now);
  return <Tag tone={tone}>{label}</Tag>;
}

/** Returns whether the CRM reports `emitida` although a guarantee is not recorded yet. */
export function isUnrecorded({ crmIssuedAt, state, erasedAt }: StoredLead): boolean {
  return crmIssuedAt !== null && state !== 'emitida' && erasedAt === null;
}

/** Rows of a table show an icon with a hidden text, because there is no room for more. */
export function MissingFilesTag({ kinds }: { kinds: readonly UploadKind[] }) {
  if (kinds.length === 0) return null;
  const text = missingText(kinds);
  return (
    <span title={text} className="relative z-1 shrink-0 text-warning max-lg:block">
      <span className="hidden lg:inline">
        <Icon name="alert" className="size-4" />
        <span className="sr-only">faltan docs.</span>
      </span>
      <span className="lg:hidden">{text}</span>
    </span>
  );
}
