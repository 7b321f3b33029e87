/** Shows where mails are in a copy of the app that sends none. */
export function LocalMailText() {
  return (
    <>
      Esta copia corre sin proveedor de correo: lo encuentras en{' '}
      <a href="/dev/correo">el correo local</a>.
    </>
  );
}
