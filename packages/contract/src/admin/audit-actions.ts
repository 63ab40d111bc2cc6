/** Actions outside single calls: refusals by guards, and commands on the server. */
export const serverActions = {
  forbidden: 'call.forbidden',
  management: 'call.nip86',
  passwordNeeded: 'call.password-needed',
  unknownToken: 'session.use',
  resetPassword: 'account.reset-password',
  maintenanceOn: 'maintenance.on',
  maintenanceOff: 'maintenance.off',
  backup: 'backup.make',
  restore: 'backup.restore',
  moveEvents: 'events.move',
  filesExpired: 'files.expire',
} as const
