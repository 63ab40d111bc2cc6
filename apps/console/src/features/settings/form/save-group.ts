import { type Group, getSettings, saveSettings } from '@hornets/contract/admin/settings'
import { ApiError } from '../../../api/calls/api-error.ts'
import type { Client } from '../../../api/calls/client.ts'
import { withCountdown } from '../../../api/drafts/with-countdown.ts'
import { editedBody, type GroupValues, overlayBody, readValues } from './group-values.ts'

/** The current settings could not be fetched before saving, so nothing was posted (SET-20). */
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
 * Prefixed groups over the current values (SET-14), others and the free map as a whole (SET-16). Returns keys that need
 * a restart.
 */
export async function saveGroup(
  client: Client,
  group: Group,
  loaded: GroupValues,
  edited: GroupValues,
): Promise<readonly string[]> {
  const body = await bodyOf(client, group, loaded, edited)
  const params = { group: group.name }
  const { restart } = await withCountdown(client, { section: group.name, keys: Object.keys(edited) }, () =>
    client.call(saveSettings, { params, body }),
  )
  return restart
}

async function bodyOf(client: Client, group: Group, loaded: GroupValues, edited: GroupValues) {
  if (!group.prefixed) return isFreeMap(group) ? { [group.name]: edited } : editedBody(group, loaded, edited)
  const current = await loadGroup(client, group).catch(cause => {
    throw new CurrentSettingsError(cause)
  })
  return overlayBody(group, current, edited)
}

export const isFreeMap = (group: Group) => Object.keys(group.fields).length === 0
