import { type RestoreState, readRestore, startRestore } from '@hornets/contract/admin/operation/restore'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/calls/api-error.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { readAccount } from './account.ts'

const askEveryMs = 1000

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

const pause = () => new Promise(resolve => setTimeout(resolve, askEveryMs))

/** Restores a backup into this unclaimed relay, and waits until it answers as a claimed one. */
export function useRestore({ setupToken, onError, onRestored }: Options): Restoring {
  const [state, setState] = useState<RestoreState>()
  const [isAway, setAway] = useState(false)

  async function waitForIt(): Promise<void> {
    for (;;) {
      await pause()
      const { answered, exists } = await readAccount()
      setAway(!answered)
      if (answered && exists) return onRestored()
      if (!answered) continue
      const now = await openApi.call(readRestore, { body: { setupToken } }).catch(() => undefined)
      if (now) setState(now)
      if (!now || now.is_running || now.is_done) continue
      return onError(now.error ?? '')
    }
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
