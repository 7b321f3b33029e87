import type { ReactNode } from 'react';
import { CommandDetails, type CommandName } from '#components/ui/commands.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Section } from '#components/ui/section.tsx';

type Props = {
  id: string;
  title: string;
  aside?: ReactNode;
  /** Notice of an act that was just done in this section. */
  notice: ReactNode;
  children?: ReactNode;
  foldedContent?: ReactNode;
  foldLabel: string;
  /** Command that unfolds it. */
  command?: CommandName;
  isOpen: boolean;
};

/** A section of a lead's page. Without `children` it is one line that unfolds `foldedContent`. */
export function LeadSection({
  id,
  title,
  aside,
  notice,
  children,
  foldedContent,
  foldLabel,
  command,
  isOpen,
}: Props) {
  const isEmpty = !children;
  return (
    <Section id={id} title={!isEmpty && title} aside={aside} compact>
      {isEmpty && <h2 className="sr-only">{title}</h2>}
      <DoneNotice tight>{notice}</DoneNotice>
      {children}
      {foldedContent && (
        <CommandDetails command={command} open={isOpen} className={isEmpty ? '' : 'mt-2'}>
          <summary className="w-fit py-1.5">{foldLabel}</summary>
          <div className="mt-3 mb-2">{foldedContent}</div>
        </CommandDetails>
      )}
    </Section>
  );
}
