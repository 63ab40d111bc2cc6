import { type RestoreState, readRestore, startRestore } from '@hornets/contract/admin/operation/restore'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/calls/api-error.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { waitFor } from '../../../api/calls/wait-for.ts'
import { t } from '../../../i18n/texts.ts'
import { readAccount } from './account.ts'

interface Restoring {
  readonly state: RestoreState | undefined
  /** The relay is away: it restarts with what was restored. */
  readonly isAway: boolean
  readonly begin: (place: string, key: string) => Promise<void>
}

interface Options {
  readonly setupToken: string
  readonly onError: (message: string) => void
  /** The restored relay answers. */
  readonly onRestored: () => void
}

/** Restores a backup into this unclaimed relay, and waits until it answers as a claimed one. */
export function useRestore({ setupToken, onError, onRestored }: Options): Restoring {
  const [state, setState] = useState<RestoreState>()
  const [isAway, setAway] = useState(false)

  async function waitForIt(): Promise<void> {
    const isRestored = await waitFor(async () => {
      const { answered, exists } = await readAccount()
      setAway(!answered)
      if (answered && exists) return true
      const now = answered && (await openApi.call(readRestore, { body: { setupToken } }).catch(() => undefined))
      if (!now) return 'waiting'
      setState(now)
      if (now.is_running) return 'working'
      if (now.is_done) return 'waiting'
      throw new Error(now.error ?? '')
    })
    if (isRestored) onRestored()
    else onError(t('authLater.restore.gone'))
  }

  async function begin(place: string, key: string): Promise<void> {
    try {
      setState(await openApi.call(startRestore, { body: { setupToken, place, ...(key && { key }) } }))
      await waitForIt()
    } catch (error) {
      onError((error instanceof ApiError && error.fields.place) || messageOf(error))
    } finally {
      setState(undefined)
      setAway(false)
    }
  }

  return { state, isAway, begin }
}
