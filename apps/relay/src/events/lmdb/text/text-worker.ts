import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openTables } from '../layout/tables.ts'
import { readLastNumbers } from '../writing/write-transaction.ts'
import { TextIndexer } from './text-indexer.ts'
import type { TextAnswer, TextRequest, TextSettings } from './text-messages.ts'

const settings = workerData as TextSettings
const port = parentPort
if (!port) throw new Error('the text indexer runs as a worker')
if (settings.givesWay) giveWay()
const tables = openTables(settings)
const indexer = new TextIndexer(settings.textPath, tables, readLastNumbers(tables).change)
let isClosing = false
let following: Promise<void> = Promise.resolve()

port.on('message', ({ call, type }: TextRequest) => {
  if (type === 'close') isClosing = true
  following = following.then(async () => {
    try {
      while (!isClosing && indexer.followSome()) await setImmediate()
      if (isClosing) await close()
      answer({ call, progress: indexer.progress })
    } catch (error) {
      answer({ call, error: error instanceof Error ? error.message : String(error) })
    }
    if (isClosing) port?.close()
  })
})

async function close(): Promise<void> {
  indexer.close()
  await tables.root.close()
}

function answer(message: TextAnswer): void {
  port?.postMessage(message)
}

/** On Linux a thread has its own priority; elsewhere it runs normally. */
function giveWay(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 10)
  } catch {
    // Not Linux, or not permitted.
  }
}
