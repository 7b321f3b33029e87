import type { ReactNode } from 'react';
import { type ButtonLook, buttonClass } from '#components/ui/button-class.ts';

type Props = {
  label: ReactNode;
  look: ButtonLook;
  question: string;
  /** The form whose button does it. */
  children: ReactNode;
};

/** For what has no way back: the first press opens the question, the second one is the answer. */
export function AskFirst({ label, look, question, children }: Props) {
  return (
    <details>
      <summary className={`${buttonClass(look)}${look.variant === 'quiet' ? ' -ml-3' : ''}`}>
        {label}
      </summary>
      <div className="mt-2 grid justify-items-start gap-3 rounded-md bg-sunken p-4">
        <p>{question}</p>
        {children}
      </div>
    </details>
  );
}
