import { defaultsOf, fieldKey, type Group, wireKey } from '@hornets/contract/admin/settings'
import { sameValue } from './same-value.ts'

/** Values of a group by field key, without prefix. May hold keys that this console has no field for. */
export type GroupValues = Record<string, unknown>

/**
 * A group as the server answers it, keyed without prefix. Servers of the family that answer with prefixed keys are
 * understood too, and a field that they do not send stands at its default.
 */
export function readValues(group: Group, answer: Record<string, GroupValues>): GroupValues {
  const keyOf = (key: string) => (group.prefixed ? fieldKey(group, key) : key)
  const sent = Object.entries(answer[group.name] ?? {}).map(([key, value]) => [keyOf(key), value] as const)
  return { ...defaultsOf(group), ...Object.fromEntries(sent) }
}

/** Keys of the fields whose value differs from what was loaded (SET-10). */
export function changedKeys(group: Group, loaded: GroupValues, values: GroupValues): string[] {
  return Object.keys(group.fields).filter(key => !sameValue(loaded[key], values[key]))
}

const prefixed = (group: Group, values: GroupValues): GroupValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [wireKey(group, key), value]))

/**
 * Body of a save of a prefixed group (SET-14, SET-15): what the server holds now, overlaid by the edited fields only, so
 * that neither a key that this form does not show nor somebody else's change of another field is lost. Of nested values
 * the top key alone is prefixed.
 */
export function overlayBody(group: Group, current: GroupValues, edited: GroupValues): Record<string, GroupValues> {
  return { [group.name]: { ...prefixed(group, current), ...prefixed(group, edited) } }
}

/** Body of a save of a group that travels as edited (SET-16). */
export function editedBody(group: Group, loaded: GroupValues, edited: GroupValues): Record<string, GroupValues> {
  return { [group.name]: { ...loaded, ...edited } }
}
