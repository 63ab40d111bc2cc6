import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { eventEngineMessages } from '@hornets/contract/admin/operation/event-engine-messages'
import type { CopyNews, CopyOrder } from './copy-program.ts'

const program = fileURLToPath(new URL('./copy-program.ts', import.meta.url))

interface CopyOptions {
  readonly signal: AbortSignal
  readonly onProgress: (table: string, rows: number) => void
}

/** Resolves when everything was copied that was there. Throws Error with what the process or the database says. */
export function copyInProcess(order: CopyOrder, { signal, onProgress }: CopyOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], killSignal: 'SIGKILL', signal })
  child.on('message', (news: CopyNews) => {
    if ('table' in news) onProgress(news.table, news.rows)
    else if (news.error === null) resolve()
    else reject(new Error(news.error))
  })
  child.once('error', reject)
  child.once('exit', () => reject(new Error(eventEngineMessages.ended)))
  child.send(order)
  return promise
}
