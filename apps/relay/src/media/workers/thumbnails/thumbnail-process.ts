import type { ThumbnailAnswer, ThumbnailRequest } from '../../library/files/thumbnail.ts'
import { becomePictureProcess, noLibrary } from './picture-process.ts'

// Makes thumbnails in a separate process, so that a stranger's file can harm no other part.

becomePictureProcess()

const picture = import('./picture.ts')
picture.catch(() => process.exit(noLibrary))

process.on('message', async ({ id, path, want }: ThumbnailRequest) => {
  const read = async () => (await picture).readers[want](path)
  const answer: ThumbnailAnswer = { id, made: await read().catch(() => null) }
  process.send?.(answer)
})
