import { isDeepStrictEqual } from 'node:util'
import { messages } from '@hornets/contract'
import type { Group } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import type { FixedValues } from './environment-values.ts'
import type { Values } from './posted-values.ts'

/** Refuses changes of a group that are valid one by one. Throws ApiError('invalid_fields') that names every fault. */
export function refuseFaults(group: Group, before: Readonly<Values>, values: Values, fixed: FixedValues): void {
  const changed = Object.keys(values).filter(key => !isDeepStrictEqual(values[key], before[key]))
  if (changed.length === 0) return
  const isFixed = (key: string) => Object.hasOwn(fixed.get(group.name) ?? {}, key)
  refuse(Object.fromEntries(changed.filter(isFixed).map(key => [key, messages.setByEnvironment])))
  const after = { ...before, ...values }
  const faults: Record<string, string> = {}
  for (const [key, fault] of Object.entries(group.faults?.(after as never) ?? {})) if (fault) faults[key] = fault
  for (const [key, { boundTo }] of Object.entries(group.fields)) {
    if (!boundTo || before[key] === '' || Object.hasOwn(values, key) || after[boundTo[0] ?? ''] === '') continue
    if (boundTo.some(other => changed.includes(other))) faults[key] = messages.secretAgain
  }
  refuse(faults)
}

function refuse(faults: Record<string, string>): void {
  const [first] = Object.values(faults)
  if (first !== undefined) throw new ApiError('invalid_fields', first, { fields: faults })
}
