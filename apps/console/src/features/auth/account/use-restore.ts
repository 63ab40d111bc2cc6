import {
  type RestoreState,
  readRestore,
  setupTokenHeader,
  startRestore,
  uploadRestore,
} from '@hornets/contract/admin/operation/restore'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useState } from 'react'
import { ApiError, errorFromAnswer, messageOf } from '../../../api/calls/api-error.ts'
import { sendFile } from '../../../api/calls/files/send-file.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { waitFor } from '../../../api/calls/wait-for.ts'
import { t } from '../../../i18n/texts.ts'
import { readAccount } from './account.ts'

interface Restoring {
  readonly state: RestoreState | undefined
  /** The relay is away: it restarts with what was restored. */
  readonly isAway: boolean
  /** How much of an upload is sent, of 1; undefined without one. */
  readonly sent: number | undefined
  /** From a place that the relay reads, or a file that is sent to it first. */
  readonly begin: (source: string | File, key: string) => Promise<void>
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
  const [sent, setSent] = useState<number>()

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

  async function send(file: File): Promise<string> {
    setSent(0)
    try {
      const { status, text } = await sendFile(uploadRestore, file, {
        path: uploadRestore.path,
        headers: { [setupTokenHeader]: setupToken },
        onProgress: bytes => setSent(file.size > 0 ? bytes / file.size : 0),
      })
      if (status !== 200) throw errorFromAnswer(status, text)
      return (JSON.parse(text) as AnswerOf<typeof uploadRestore>).place
    } finally {
      setSent(undefined)
    }
  }

  async function begin(source: string | File, key: string): Promise<void> {
    try {
      const place = typeof source === 'string' ? source : await send(source)
      setState(await openApi.call(startRestore, { body: { setupToken, place, ...(key && { key }) } }))
      await waitForIt()
    } catch (error) {
      onError((error instanceof ApiError && error.fields.place) || messageOf(error))
    } finally {
      setState(undefined)
      setAway(false)
    }
  }

  return { state, isAway, sent, begin }
}
