import { mkdir, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { loadClassifier } from './classifier.ts'
import { framesBy } from './frames.ts'
import { createJudgeServer } from './judge-server.ts'

/** Below the relay's own threads: nobody waits for a verdict. */
const niceness = 15
/** With all libraries and one image it takes some 180 MB; a process that needs more ends, and is started again. */
const residentBytesMax = 640 * 2 ** 20
const lookEveryMs = 250
/** The exit status if another program listens at the address. */
const addressTaken = 3

setPriority(niceness)
process.umask(0o077)
// The relay is gone, and nobody else would end this process.
process.once('disconnect', () => process.exit(0))
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax) process.exit(1)
}, lookEveryMs).unref()

const [libraries = '', port = '', ffmpeg = ''] = process.argv.slice(2)
// What a process that was killed left there goes.
const folder = join(libraries, 'work')
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
const classify = await loadClassifier(libraries)
const server = createJudgeServer({
  classify,
  framesOf: (path, folder) => framesBy(ffmpeg || undefined, path, folder),
  folder,
})
server.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EADDRINUSE' ? addressTaken : 1))
server.listen(Number(port), '127.0.0.1', () => process.send?.({ type: 'ready' }))
