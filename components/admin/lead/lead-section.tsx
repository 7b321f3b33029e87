import type { ReactNode } from 'react';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Section } from '#components/ui/section.tsx';

type Props = {
  id: string;
  title: string;
  aside?: ReactNode;
  done: ReactNode;
  children?: ReactNode;
  form?: ReactNode;
  label: string;
  open: boolean;
};

/** Section of a lead's page. Without content it is one line that opens the form. */
export function LeadSection({ id, title, aside, done, children, form, label, open }: Props) {
  const isEmpty = !children;
  return (
    <Section id={id} title={!isEmpty && title} aside={aside} compact>
      {isEmpty && <h2 className="sr-only">{title}</h2>}
      <DoneNotice tight>{done}</DoneNotice>
      {children}
      {form && (
        <details open={open} className={isEmpty ? '' : 'mt-2'}>
          <summary className="w-fit py-1.5">{label}</summary>
          <div className="mt-3 mb-2">{form}</div>
        </details>
      )}
    </Section>
  );
}
