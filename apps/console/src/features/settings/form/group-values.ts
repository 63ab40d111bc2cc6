import { defaultsOf, fieldKey, type Group, wireKey } from '@hornets/contract/admin/settings'
import { sameValue } from './same-value.ts'

/** A group's values by field key, without prefix. Can contain keys without a field here. */
export type GroupValues = Record<string, unknown>

/** Without prefix; also of servers that answer with prefixes. Missing fields get their defaults. */
export function readValues(group: Group, answer: Record<string, GroupValues>): GroupValues {
  const keyOf = (key: string) => (group.prefixed ? fieldKey(group, key) : key)
  const sent = Object.entries(answer[group.name] ?? {}).map(([key, value]) => [keyOf(key), value] as const)
  return { ...defaultsOf(group), ...Object.fromEntries(sent) }
}

/** Keys of fields that differ from the loaded values (SET-10). */
export function changedKeys(group: Group, loaded: GroupValues, values: GroupValues): string[] {
  return Object.keys(group.fields).filter(key => !sameValue(loaded[key], values[key]))
}

const prefixed = (group: Group, values: GroupValues): GroupValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [wireKey(group, key), value]))

/**
 * SET-14, SET-15: the current values overlaid by edits, so that unknown keys and others' changes survive. Prefixed at
 * the top only (R-41).
 */
export function overlayBody(group: Group, current: GroupValues, edited: GroupValues): Record<string, GroupValues> {
  return { [group.name]: { ...prefixed(group, current), ...prefixed(group, edited) } }
}

export function editedBody(group: Group, loaded: GroupValues, edited: GroupValues): Record<string, GroupValues> {
  return { [group.name]: { ...loaded, ...edited } }
}
