import { constants, setPriority } from 'node:os'
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnail.ts'

// Makes thumbnails in a separate process, so that a stranger's file can harm no other part.

/** Memory limit, including its libraries; a file that needs more is abandoned with the process. */
const residentBytesMax = 640 * 2 ** 20
const lookEveryMs = 50

setPriority(constants.priority.PRIORITY_LOW)
process.once('disconnect', () => process.exit(0))
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax) process.exit(1)
}, lookEveryMs).unref()

const picture = import('./picture.ts')
picture.catch(() => process.exit(2))

process.on('message', async ({ id, path }: ThumbnailRequest) => {
  const thumbnail = await picture.then(({ thumbnailOf }) => thumbnailOf(path)).catch(() => null)
  const answer: ThumbnailAnswer = { id, thumbnail }
  process.send?.(answer)
})
