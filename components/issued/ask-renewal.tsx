import { AskAnother } from '#components/requests/ask-another.tsx';

/** `path`: of the page; the wizard opens with all filled in but the new end. */
export function AskRenewal({ path, isOver }: { path: string; isOver: boolean }) {
  return (
    <AskAnother
      action={`/f${path}/prorroga`}
      isOver={isOver}
      verb="Pedir prórroga"
      hint="Con los mismos datos: solo dices hasta cuándo."
    />
  );
}
