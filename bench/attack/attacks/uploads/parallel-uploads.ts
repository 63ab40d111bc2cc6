import { randomBytes, randomUUID } from 'node:crypto'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { sellTo } from '../../selling-relay.ts'
import { upload } from '../../upload.ts'

const at1Time = 15
const fileBytes = 1024 * 1024

/** The monthly quota was once checked before an upload and counted after it. */
export const parallelUploads: Attack = {
  name: 'parallel uploads',
  tries: 'uploads 15 files of 1 MB at the same time with a key that can store 1 MB a month',
  prepare: folder => sellTo(folder, writer('parallel uploads').pubkey, { freeTierLimit: '1 MB per month' }),
  async run(stage) {
    const author = writer(randomUUID())
    const files = Array.from({ length: at1Time }, () => randomBytes(fileBytes))
    const statuses = await Promise.all(files.map(file => upload(stage, author, file)))
    const stored = statuses.filter(status => status < 300 && status > 0).length
    return { seen: `${stored} of ${at1Time} stored (${[...new Set(statuses)].join(', ')})`, held: stored === 1 }
  },
}
