import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printFigure, rounded } from '../figures.ts'
import { stormS3 } from './s3-storm.ts'

// Six clients upload, download and delete while the S3 server hangs, refuses, cuts, answers slowly and lies about lengths,
// and says nothing at all for 20 s of every two minutes. `npm run bench -- s3 [seconds] [seed]`; default: 600 and 1.

const [seconds = '600', seed = '1'] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'hornets-s3-storm-'))
try {
  const { longestSilenceMs, ...figures } = await stormS3({
    dataDir: folder,
    seconds: Number(seconds),
    seed: Number(seed),
  })
  printFigure({
    bench: 's3',
    figure: 'an S3 server that fails',
    seconds: Number(seconds),
    seed: Number(seed),
    ...figures,
    longestSilenceSeconds: rounded(longestSilenceMs / 1000, 1),
    target: 'lost 0, wrong 0, silence at most 15 s, memory flat',
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
