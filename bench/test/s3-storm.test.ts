import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { rounds } from '../../dev/rounds.ts'
import { stormS3 } from '../media/s3-storm.ts'

it.runIf(process.env.THOROUGH)(
  'loses nothing and answers within 15 s while the S3 server hangs, refuses, cuts, lies or is slow',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hornets-s3-storm-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const { requests, kept, lost, wrong, longestSilenceMs, memory } = await stormS3({
      dataDir,
      seconds: rounds(5, 8),
      seed: 3,
    })
    expect({ lost, wrong }).toEqual({ lost: 0, wrong: 0 })
    expect(requests).toBeGreaterThan(20)
    expect(kept).toBeGreaterThan(0)
    expect(longestSilenceMs).toBeLessThan(15_000)
    expect(memory.lateMb).toBeLessThan(memory.earlyMb + 100)
  },
  120_000,
)
