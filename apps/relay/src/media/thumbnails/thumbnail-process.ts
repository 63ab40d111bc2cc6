import { becomePictureProcess, noLibrary } from './picture-process.ts'
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnail.ts'

// Makes thumbnails in a separate process, so that a stranger's file can harm no other part.

becomePictureProcess()

const picture = import('./picture.ts')
picture.catch(() => process.exit(noLibrary))

process.on('message', async ({ id, path }: ThumbnailRequest) => {
  const thumbnail = await picture.then(({ thumbnailOf }) => thumbnailOf(path)).catch(() => null)
  const answer: ThumbnailAnswer = { id, thumbnail }
  process.send?.(answer)
})
