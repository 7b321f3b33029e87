import { CODE_MINUTES } from '#lib/domain/accounts/rules.ts';

/** `local`: mails stay on this machine. */
export function LateMail({ local }: { local: boolean }) {
  return (
    <section className="mt-10 rounded-lg bg-sunken p-5">
      <h2 className="text-lg">¿No te llega?</h2>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        <li>Puede tardar unos minutos. Tu registro ya quedó guardado.</li>
        <li>Revisa la carpeta de spam o de correo no deseado.</li>
        <li>
          Cada código vale {CODE_MINUTES} minutos. Si llegó tarde, pide otro y usa el más reciente.
        </li>
        <li>
          Puedes cerrar esta página: cuando ingreses con tu contraseña te pediremos el código.
        </li>
        {local && (
          <li>
            Esta copia corre sin proveedor de correo: lo encuentras en{' '}
            <a href="/dev/correo">el correo local</a>.
          </li>
        )}
      </ul>
    </section>
  );
}
