/** Tells the team why a login was refused. */
export const auditRefusalCopy: Record<string, string> = {
  'session.refused': 'Contraseña o código equivocado',
  'session.refused-unverified': 'Correo sin verificar',
  'session.refused-suspended': 'Cuenta suspendida',
  'session.refused-profile': 'Eligió un perfil que no tiene',
  'factor.refused': 'No confirmó su identidad',
};

/** Tells the account and the team how each login was made, or why it failed. */
export const signInCopy: Record<string, string> = {
  'session.opened': 'Con contraseña',
  'session.opened-google': 'Con Google',
  'session.opened-passkey': 'Con una llave de acceso',
  'factor.refused': 'Intento sin confirmar quién es',
  'session.refused': 'Intento fallido',
  'session.refused-unverified': 'Intento sin verificar el correo',
  'session.refused-suspended': 'Intento con la cuenta suspendida',
  'session.refused-profile': 'Intento con un perfil que no tiene',
};
