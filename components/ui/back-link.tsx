import { Icon } from '#components/ui/icon.tsx';

const linkStyle = 'mb-4 inline-flex min-h-11 items-center gap-2 print:hidden';

export function BackLink({ href, label = 'Volver' }: { href: string; label?: string }) {
  return (
    <a href={href} className={linkStyle}>
      <Icon name="arrow-left" />
      {label}
    </a>
  );
}

/** Goes back by submitting the form, so that typed text is saved. */
export function BackButton({ form }: { form: string }) {
  return (
    <>
      {/* Enter presses the first button of the form, which would otherwise go back. */}
      <button type="submit" form={form} hidden />
      <button
        type="submit"
        form={form}
        name="volver"
        value="1"
        className={`${linkStyle} cursor-pointer text-brand underline underline-offset-4`}
      >
        <Icon name="arrow-left" />
        Volver
      </button>
    </>
  );
}
