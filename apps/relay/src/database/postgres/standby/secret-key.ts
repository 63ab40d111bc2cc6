import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { SecretBox } from '../../secret-box.ts'
import { schema } from './sql.ts'

const place = 'standby.key_check'
const text = 'the same key'

/** Null: what is sealed in the database opens with the key of this folder, or nothing is sealed yet. */
export async function keyProblem(client: ClientBase, dataDir: string): Promise<string | null> {
  const { rows } = await client.query(`SELECT key_check FROM ${schema}.main`)
  const sealed = rows[0]?.key_check as string | null
  if (sealed === null) return null
  const copyIt = `copy secret.key from the data folder of the main machine to ${dataDir}`
  if (!existsSync(join(dataDir, 'secret.key'))) return `This folder has no secret.key: ${copyIt}.`
  const box = await SecretBox.open(dataDir)
  try {
    if (box.unseal(sealed, place) === text) return null
  } catch {
    // It was sealed with another key.
  }
  return `The secret.key of this folder is another one: ${copyIt}.`
}

export async function noteKey(client: ClientBase, dataDir: string): Promise<void> {
  const box = await SecretBox.open(dataDir)
  await client.query(`UPDATE ${schema}.main SET key_check = $1 WHERE key_check IS NULL`, [box.seal(text, place)])
}
