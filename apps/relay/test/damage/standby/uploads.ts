import { person, png, sha256 } from '../../media/media-world.ts'
import type { Machine } from './machine.ts'

const uploader = person()

/** Undefined if it was not accepted. */
export async function upload(machine: Machine, bytes = png(3000)): Promise<string | undefined> {
  const headers = { authorization: uploader.header('upload', [sha256(bytes)]) }
  const answer = await fetch(`${machine.http}/upload`, { method: 'PUT', body: bytes, headers }).catch(() => undefined)
  return answer?.ok ? sha256(bytes) : undefined
}

export async function listed(machine: Machine): Promise<string[]> {
  const answer = await fetch(`${machine.http}/list/${uploader.pubkey}?limit=1000`)
  return ((await answer.json()) as { sha256: string }[]).map(({ sha256: hash }) => hash)
}
