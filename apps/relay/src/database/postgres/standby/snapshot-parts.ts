import { open } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { schema } from './sql.ts'

const partBytes = 2 ** 20

/** Resolves with the bytes of the file. */
export async function sendParts(client: ClientBase, path: string, position: number): Promise<number> {
  const file = await open(path)
  try {
    await client.query(`DELETE FROM ${schema}.snapshot_parts WHERE position = $1`, [position])
    let sent = 0
    for (let part = 0; ; part++) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(partBytes), 0, partBytes, sent)
      if (bytesRead === 0) return sent
      const insert = `INSERT INTO ${schema}.snapshot_parts VALUES ($1, $2, $3)`
      await client.query(insert, [position, part, buffer.subarray(0, bytesRead)])
      sent += bytesRead
    }
  } finally {
    await file.close()
  }
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
