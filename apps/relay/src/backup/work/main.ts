import { reuseCompiledCode } from '@hornets/server/process/compiled-code'
import type { Job, JobMessage } from './jobs.ts'
import type { Progress } from './make-backup.ts'

const reportEveryMs = 200

reuseCompiledCode('relay', process.env)
const { runJob } = await import('./jobs.ts')

// Makes or tests a backup in a process of its own, so that the relay answers meanwhile and a cancelled one is killed.
const say = (message: JobMessage) => void process.send?.(message)
process.umask(0o077)
process.once('disconnect', () => process.exit(1))
process.once('message', async (job: Job) => {
  let reportedAt = Number.NEGATIVE_INFINITY
  const onProgress = (progress: Progress) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    say({ type: 'progress', progress })
  }
  try {
    say({ type: 'done', result: await runJob(job, onProgress) })
  } catch (error) {
    say({ type: 'failed', message: (error as Error).message })
  }
})
