import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { createLogger } from '@hornets/server/process/logger'

/** A step is a question to the old database, a change of the new one, or a rename. Exits by itself at the end. */
const [from = '', to = '', keptAs = '', dieAt = ''] = process.argv.slice(2)
let step = 0
function count(): void {
  step += 1
  if (step === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
}

function counted<Name extends string>(object: Record<Name, (...parameters: never[]) => unknown>, name: Name): void {
  const usual = object[name]
  object[name] = function (this: unknown, ...parameters: never[]) {
    count()
    return usual.apply(this, parameters)
  }
}
counted(DatabaseSync.prototype as never, 'prepare')
counted(DatabaseSync.prototype as never, 'exec')
counted(DatabaseSync.prototype as never, 'close')
counted(fs as never, 'rename')
counted(fs as never, 'rm')
syncBuiltinESMExports()

const { moveEvents } = await import('../../src/events/lmdb/migration/move-events.ts')
const log = createLogger({ name: 'test', level: 'silent' })
await moveEvents({ from, to, keptAs, isDurable: false, log })
process.send?.(step)
process.disconnect?.()
