import type { ForkOptions } from 'node:child_process'
import { setPriority } from 'node:os'

/** Memory limit of a process that reads strangers' pictures, including its libraries; one that needs more ends with it. */
const residentBytesMax = 640 * 2 ** 20
const lookEveryMs = 50
/** Below the relay's own threads, but a client that waits for its image must get a share of a busy machine. */
const niceness = 10

/** The exit status of such a process if sharp does not support this machine. */
export const noLibrary = 2

/** Makes this process one that reads strangers' pictures: of low priority, bounded, and ended with its parent. */
export function becomePictureProcess(): void {
  setPriority(niceness)
  process.once('disconnect', () => process.exit(0))
  setInterval(() => {
    if (process.memoryUsage.rss() > residentBytesMax) process.exit(1)
  }, lookEveryMs).unref()
}

/** How the relay starts such a process: without its environment, with a small heap. */
export const pictureProcessOptions: ForkOptions = {
  execArgv: ['--max-old-space-size=96'],
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  env: { UV_THREADPOOL_SIZE: '2', VIPS_BLOCK_UNTRUSTED: '1' },
}
