import { randomBytes } from 'node:crypto'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { upload } from '../../upload.ts'

const fileBytes = 8 * 1024 * 1024
const uploaders = 4
const heldMb = 256

/** Files once had no daily quota. */
export const fileFill: Attack = {
  name: 'file fill',
  tries: 'one key uploads files of 8 MB, four at a time, as fast as the relay takes them',
  async run(stage) {
    const author = writer('file fill')
    let stored = 0
    let refused = 0
    const fill = async () => {
      while (!stage.signal.aborted && refused < uploaders) {
        const status = await upload(stage, author, randomBytes(fileBytes))
        if (status === 200 || status === 201) stored += 1
        else refused += 1
      }
    }
    await Promise.all(Array.from({ length: uploaders }, fill))
    const megabytes = (stored * fileBytes) / 2 ** 20
    return { seen: `${megabytes} MB of files stored, ${refused} uploads refused`, held: megabytes <= heldMb }
  },
}
