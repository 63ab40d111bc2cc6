import type { Endpoint } from '../endpoint.ts'

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

/** The actions that a call declares. */
export type ActionOf<Call> = Call extends { readonly audit: infer Audit }
  ? Audit extends string
    ? Audit
    : Audit[keyof Audit] & string
  : never

/** The actions that these calls declare and those of the server itself, each once, in order. */
export function auditActionsOf(endpoints: readonly Pick<Endpoint, 'audit'>[]): readonly string[] {
  const declared = endpoints.flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : Object.values(audit ?? {})))
  return [...new Set([...declared, ...Object.values(serverActions)])].sort()
}
