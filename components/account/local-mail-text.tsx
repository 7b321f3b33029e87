/** Says where mails can be read if this copy of the app sends none. */
export function LocalMailText() {
  return (
    <>
      Esta copia corre sin proveedor de correo: lo encuentras en{' '}
      <a href="/dev/correo">el correo local</a>.
    </>
  );
}
