import { leadHref } from '#components/admin/lead-form.ts';

export type Other = {
  id: number;
  submissionId: number | null;
  same: 'email' | 'rut' | 'tender';
};

const why = { email: 'el mismo correo', rut: 'el mismo RUT', tender: 'la misma licitación' };

/** Another lead that may be the same case. */
export function AlsoLink({ also, list }: { also: Other | undefined; list: string }) {
  if (!also) return null;
  const { id, submissionId, same } = also;
  return (
    <a
      href={leadHref(id, list)}
      title={`Con ${why[same]}, a menos de 30 días`}
      className="relative z-1 inline-block"
    >
      también N.º {submissionId ?? id}
    </a>
  );
}
