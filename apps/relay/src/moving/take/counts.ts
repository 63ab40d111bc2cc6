import { asCount, asObject } from '../answer-parts.ts'
import { type OldServer, ServerFault, TooLong } from '../old-server.ts'
import { fileTypes, pageBytesMax } from './file-list.ts'

export async function countEvents(server: OldServer): Promise<number | null> {
  for (const path of ['/api/relay/count', '/api/relaycount']) {
    const answer = await server.readObject(path).catch(unlessFault)
    const count = asCount(answer?.kinds)
    if (count !== null) return count
  }
  return null
}

/** Of the types that it lists; null where it lists none. */
export async function countFiles(server: OldServer): Promise<number | null> {
  let sum: number | null = null
  for (const type of fileTypes) {
    const page = await server.readObject(`/api/files?type=${type}&page=1&limit=1`, pageBytesMax).catch(unlessFault)
    const total = asCount(asObject(page?.meta)?.total)
    if (total !== null) sum = (sum ?? 0) + total
  }
  return sum
}

function unlessFault(error: unknown): null {
  if (error instanceof ServerFault || error instanceof TooLong) return null
  throw error
}
