import { fieldId } from '#components/ui/field-id.ts';
import { Icon } from '#components/ui/icon.tsx';

type Props = {
  /** By field, in the order of the page. */
  errors: Readonly<Record<string, string>>;
  title?: string;
};

/** Nothing without errors. The focus begins here: without a script by `autofocus`, else by the page's enhancer. */
export function ErrorSummary({ errors, title = 'Revisa estos datos para continuar' }: Props) {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-focus=""
      // biome-ignore lint/a11y/noAutofocus: what was refused is read first
      autoFocus
      className="mb-8 rounded-md border-2 border-danger bg-danger-tint p-5"
    >
      <h2 className="flex items-center gap-2.5 text-lg">
        <Icon name="alert" className="size-6 text-danger" />
        {title}
      </h2>
      <ul className="mt-2 grid wrap-anywhere">
        {entries.map(([field, message]) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              className="inline-block py-1.5 font-semibold text-danger hover:text-danger-strong"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
