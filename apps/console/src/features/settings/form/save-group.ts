import { type Group, getSettings, saveSettings } from '@hornets/contract/admin/settings'
import { ApiError } from '../../../api/calls/api-error.ts'
import type { Client } from '../../../api/calls/client.ts'
import { editedBody, type GroupValues, overlayBody, readValues } from './group-values.ts'

/** The settings could not be read again before a save, so nothing was posted (SET-20). */
export class CurrentSettingsError extends Error {
  override readonly name = 'CurrentSettingsError'
  readonly status: number

  constructor(cause: unknown) {
    super('Could not read the current settings before saving them', { cause })
    this.status = cause instanceof ApiError ? cause.status : 0
  }
}

export async function loadGroup(client: Client, group: Group, signal?: AbortSignal): Promise<GroupValues> {
  return readValues(group, await client.call(getSettings, { params: { group: group.name }, signal }))
}

/**
 * Saves the edited fields of a group: the prefixed groups over what the server holds now (SET-14), the others with
 * all that was loaded (SET-16), and the free map, which has no fields, as the whole that it is.
 * @returns Keys that count only after the next start.
 */
export async function saveGroup(
  client: Client,
  group: Group,
  loaded: GroupValues,
  edited: GroupValues,
): Promise<readonly string[]> {
  const params = { group: group.name }
  const { restart } = await client.call(saveSettings, { params, body: await bodyOf(client, group, loaded, edited) })
  return restart
}

async function bodyOf(client: Client, group: Group, loaded: GroupValues, edited: GroupValues) {
  if (!group.prefixed) return isFreeMap(group) ? { [group.name]: edited } : editedBody(group, loaded, edited)
  const current = await loadGroup(client, group).catch(cause => {
    throw new CurrentSettingsError(cause)
  })
  return overlayBody(group, current, edited)
}

/** A group without fields of its own: its value is the map itself. */
export const isFreeMap = (group: Group) => Object.keys(group.fields).length === 0
