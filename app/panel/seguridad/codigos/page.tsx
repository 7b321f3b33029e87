import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { decryptShownCodes } from '#app/panel/seguridad/_lib/recovery-codes.ts';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';

export const metadata = { title: 'Guarda tus códigos de respaldo' };

/** Shows new recovery codes for 15 minutes, or until the person has stored them. */
export default async function RecoveryCodesPage() {
  const user = await requirePageUser();
  const codes = decryptShownCodes(
    user.accountId,
    (await cookies()).get(cookieNames.recoveryCodes)?.value,
  );
  if (codes.length === 0) redirect(SECURITY_PAGE);
  const file = `Códigos de respaldo de ${brand.name}, ${user.email}\n\n${codes.join('\n')}\n`;
  return (
    <div className="max-w-text">
      <PageHeading intro="Si pierdes tu teléfono, ingresas con uno de ellos. Cada uno sirve una vez. No los mostraremos otra vez.">
        Guarda tus códigos de respaldo
      </PageHeading>
      <Card>
        <ul className="grid gap-x-8 gap-y-2 font-mono sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Card>
      <p className="my-4">
        Imprímelos, o guárdalos donde guardas tus contraseñas; no en el teléfono que muestra los
        códigos.
      </p>
      <Form
        action="/panel/seguridad/codigos/guardados"
        className="flex flex-wrap gap-3 print:hidden"
      >
        <Button>Ya los guardé</Button>
        <LinkButton
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          variant="secondary"
          download="resguardo-codigos.txt"
        >
          Descargar
        </LinkButton>
      </Form>
    </div>
  );
}
