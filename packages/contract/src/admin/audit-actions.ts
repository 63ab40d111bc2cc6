/** Actions that belong to no single call: what guards refuse, and what is done at the server's command line. */
export const serverActions = {
  forbidden: 'call.forbidden',
  passwordNeeded: 'call.password-needed',
  unknownToken: 'session.use',
  resetPassword: 'account.reset-password',
  maintenanceOn: 'maintenance.on',
  maintenanceOff: 'maintenance.off',
  backup: 'backup.make',
} as const
