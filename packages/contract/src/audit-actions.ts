import type { Endpoint } from './endpoint.ts'

export type ActionOf<Call> = Call extends { readonly audit: infer Audit }
  ? Audit extends string
    ? Audit
    : Audit[keyof Audit] & string
  : never

export type ActionsOf<Modules> = { [N in keyof Modules]: ActionOf<Modules[N][keyof Modules[N]]> }[keyof Modules]

/** The declared actions and further ones without a call: each once, in order. */
export function auditActionsOf(
  endpoints: readonly Pick<Endpoint, 'audit'>[],
  others: Readonly<Record<string, string>>,
): readonly string[] {
  const declared = endpoints.flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : Object.values(audit ?? {})))
  return [...new Set([...declared, ...Object.values(others)])].sort()
}
