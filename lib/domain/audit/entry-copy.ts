/** Why a login was refused, for the team. */
export const refusalCopy: Record<string, string> = {
  'session.refused': 'Contraseña o código equivocado',
  'session.refused-unverified': 'Correo sin verificar',
  'session.refused-suspended': 'Cuenta suspendida',
  'session.refused-profile': 'Eligió un perfil que no tiene',
  'factor.refused': 'Segundo paso equivocado',
};

/** How each sign-in was made, for its account and the team. The last ones failed. */
export const signInCopy: Record<string, string> = {
  'session.opened': 'Con contraseña',
  'session.opened-google': 'Con Google',
  'session.opened-passkey': 'Con una llave de acceso',
  'factor.refused': 'Segundo paso fallido',
  'session.refused': 'Intento fallido',
  'session.refused-unverified': 'Intento sin verificar el correo',
  'session.refused-suspended': 'Intento con la cuenta suspendida',
  'session.refused-profile': 'Intento con un perfil que no tiene',
};
