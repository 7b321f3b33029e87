/**
 * Lists a person's rights (Ley 19.628, arts. 4 to 9, as amended by Ley 21.719) and how to use them
 * here.
 */
export function Rights() {
  return (
    <>
      <h2>Tus derechos</h2>
      <p>Son gratuitos y no puedes renunciar a ellos:</p>
      <ul>
        <li>
          <strong>Acceso:</strong> saber qué datos tuyos tenemos, de dónde vienen, para qué los
          usamos, quién los recibe y por cuánto tiempo.
        </li>
        <li>
          <strong>Rectificación:</strong> corregir lo inexacto o incompleto, también ante quienes lo
          recibieron.
        </li>
        <li>
          <strong>Supresión:</strong> borrar los que ya no hacen falta o cuyo consentimiento
          retiras.
        </li>
        <li>
          <strong>Oposición:</strong> pedir que no los usemos para un fin determinado.
        </li>
        <li>
          <strong>Portabilidad:</strong> recibir una copia en un formato que otro sistema pueda
          leer.
        </li>
        <li>
          <strong>Bloqueo:</strong> detener su uso mientras se resuelve tu petición.
        </li>
      </ul>
      <p>
        Puedes retirar tu consentimiento cuando quieras; lo hecho hasta ese momento sigue siendo
        válido.
      </p>

      <h2>Cómo ejercerlos</h2>
      <p>
        Si tienes cuenta, en <a href="/panel/perfil">tu perfil</a> puedes:
      </p>
      <ul>
        <li>
          <strong>Descargar tus datos</strong> en un ZIP: todo lo de tu cuenta, tus garantías, y las
          solicitudes y mensajes enviados con tu correo, con sus archivos y su historia. Las notas
          internas del equipo se piden por correo.
        </li>
        <li>
          <strong>Corregir</strong> tu perfil.
        </li>
        <li>
          <strong>Eliminar tu cuenta,</strong> con tu contraseña o con un código que te enviamos, y
          si quieres también lo que enviaste.
        </li>
        <li>
          <strong>Borrar una solicitud,</strong> con sus archivos, en{' '}
          <a href="/panel/solicitudes">tus solicitudes</a>.
        </li>
      </ul>
      <p>
        Para lo demás, o si no tienes cuenta, responde un correo nuestro, como el que acusa recibo
        de tu solicitud, y di qué necesitas. Escribe desde la misma dirección: así sabemos que eres
        tú, sin pedirte más datos. Te contestamos dentro del plazo legal.
      </p>
      <p>
        Si la respuesta no llega o no te conforma, puedes reclamar ante la Agencia de Protección de
        Datos Personales o ante los tribunales.
      </p>

      <h2>Cambios a esta página</h2>
      <p>
        Cada solicitud guarda la versión que aceptaste al enviarla; tu cuenta, la de cuando la
        creaste.
      </p>
    </>
  );
}
