import { CopyField } from '#components/ui/copy-field.tsx';

type Props = {
  /** Id of the field that holds the link. */
  id: string;
  label: string;
  link: string;
  /** Says what the link is, before it in the message and as the subject of the mail. */
  title: string;
};

/** A link to be passed on: copied, by WhatsApp or by mail. Works without scripts. */
export function ShareButton({ id, label, link, title }: Props) {
  const text = encodeURIComponent(`${title}: ${link}`);
  return (
    <>
      <CopyField id={id} label={label} value={link} verb="Copiar enlace" />
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <a
          href={`https://wa.me/?text=${text}`}
          rel="noopener noreferrer"
          className="inline-block py-1"
        >
          Compartir por WhatsApp
        </a>
        <a
          href={`mailto:?subject=${encodeURIComponent(title)}&body=${text}`}
          className="inline-block py-1"
        >
          Enviar por correo
        </a>
      </p>
    </>
  );
}
