import type { SettingsSection } from '@hornets/contract/admin/settings/history'
import { beginProvisional, isRisky, putBackProvisional } from '@hornets/contract/admin/settings/provisional'
import { ApiError } from '../calls/api-error.ts'
import type { Client } from '../calls/client.ts'
import { offersCall } from '../server/server.ts'

interface Saving {
  readonly section: string
  /** What the save changes. */
  readonly keys: readonly string[]
}

/** The relay puts a change that could lock out back unless it is kept. Refused while another one waits. */
export async function withCountdown<T>(client: Client, { section, keys }: Saving, save: () => Promise<T>): Promise<T> {
  if (!isRisky(section, keys) || !offersCall(beginProvisional)) return save()
  const body = { section: section as SettingsSection, keys: [...keys] }
  const isBegun = await client.call(beginProvisional, { body }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'conflict') throw error
      return false
    },
  )
  return save().catch(async (error: unknown) => {
    if (isBegun) await client.call(putBackProvisional, { body: {} }).catch(() => {})
    throw error
  })
}
