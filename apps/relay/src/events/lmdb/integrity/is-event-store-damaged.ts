import { fork } from 'node:child_process'

/** LMDB's errors for files that are not its own or inconsistent. */
const damageWords = /MDB_(CORRUPTED|PAGE_NOTFOUND|INVALID|PANIC|VERSION_MISMATCH|BAD_TXN)|not an LMDB file|[Cc]orrupt/
export const isDamageError = (error: unknown) => damageWords.test(String(error))

const damageSignals: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGFPE', 'SIGILL'])

/** Also while it is in use. Throws errors that do not mean damage, and when the signal aborts. */
export function isEventStoreDamaged(path: string, signal?: AbortSignal): Promise<boolean> {
  const child = fork(new URL('./check-process.ts', import.meta.url), [path], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    words = (words + text).slice(-4000)
  })
  child.once('message', ({ damage }: { damage: string | null }) => resolve(damage !== null))
  child.once('error', reject)
  child.once('close', (code, signal) => {
    if (damageWords.test(words) || (signal && damageSignals.has(signal))) resolve(true)
    else reject(new Error(`the check of ${path} ended with ${signal ?? code}: ${words.trim()}`))
  })
  return promise
}
