import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './session.ts'
import type { PartsToSend } from './snapshot-parts.ts'
import { readEpochAs, schema } from './sql.ts'

const partBytes = 2 ** 20

/** Throws if another process has become the main one (MainLock.assertMain). */
async function send({ url, epoch, path, position }: PartsToSend): Promise<number> {
  const client = await connect(url, true)
  const file = await open(path)
  try {
    if ((await readEpochAs(client, epoch)) !== epoch) throw new Error('another machine has become the main one')
    await client.query(`DELETE FROM ${schema}.snapshot_parts WHERE position = $1`, [position])
    const buffer = Buffer.alloc(partBytes)
    for (let part = 0, sent = 0; ; part++) {
      const { bytesRead } = await file.read(buffer, 0, partBytes, sent)
      if (bytesRead === 0) return sent
      const insert = `INSERT INTO ${schema}.snapshot_parts VALUES ($1, $2, $3)`
      await client.query(insert, [position, part, buffer.subarray(0, bytesRead)])
      sent += bytesRead
    }
  } finally {
    await file.close()
    await client.end().catch(() => {})
  }
}

parentPort?.postMessage(await send(workerData as PartsToSend))
