export function AccountData() {
  return (
    <>
      <h2>Si creas una cuenta</h2>
      <p>Puedes pedir una garantía sin cuenta. Si creas una, también guardamos:</p>
      <ul>
        <li>
          <strong>Tu perfil:</strong> correo, tipo de cuenta, RUT, nombre o razón social y, si los
          agregas, teléfono, dirección, región y comuna. También el origen del registro, si quien te
          trajo lo indica.
        </li>
        <li>
          <strong>Tu contraseña:</strong> solo como un resumen irreversible (argon2id), que nadie
          puede leer.
        </li>
        <li>
          <strong>Tu aceptación:</strong> la versión de este texto, la fecha, la hora y la dirección
          IP con que creaste la cuenta.
        </li>
        <li>
          <strong>Google, si ingresas con él:</strong> el identificador que te da Google y, si la
          cuenta es nueva, tu correo y tu nombre. Nunca tu contraseña de Google.
        </li>
        <li>
          <strong>Tus sesiones:</strong> el texto con que se presenta tu navegador, la red
          abreviada, el inicio y el último uso.
        </li>
        <li>
          <strong>La actividad de la cuenta:</strong> qué pasó, cuándo y desde qué red abreviada. La
          ves en <a href="/panel/perfil">tu perfil</a>.
        </li>
      </ul>
      <p>
        La red abreviada es la dirección IP sin su parte final (/24 en IPv4, /48 en IPv6): sirve
        para reconocer un acceso extraño, no para ubicarte.
      </p>
    </>
  );
}
