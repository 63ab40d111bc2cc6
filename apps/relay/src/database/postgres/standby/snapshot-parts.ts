import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { ClientBase } from 'pg'
import { schema } from './sql.ts'

/** What `send-worker.ts` sends. */
export interface PartsToSend {
  readonly url: string
  /** Of the main process. */
  readonly epoch: number
  readonly path: string
  readonly position: number
}

/** On a thread of its own: it fills and copies many buffers. Resolves with the bytes of the file. */
export async function sendParts(workerData: PartsToSend): Promise<number> {
  const worker = new Worker(new URL('./send-worker.ts', import.meta.url), { workerData })
  const [bytes] = await once(worker, 'message')
  return bytes
}

/** Those of the copies before, and of ones that were interrupted. */
export async function forgetOtherParts(client: ClientBase, position: number): Promise<void> {
  await client.query(`DELETE FROM ${schema}.snapshot_parts WHERE position <> $1`, [position])
}

export async function fetchParts(client: ClientBase, path: string, position: number): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    let bytes = 0
    for (let part = 0; ; part++) {
      const select = `SELECT bytes FROM ${schema}.snapshot_parts WHERE position = $1 AND part = $2`
      const [row] = (await client.query(select, [position, part])).rows
      if (!row) break
      await file.writeFile(row.bytes as Buffer)
      bytes += (row.bytes as Buffer).length
    }
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}
