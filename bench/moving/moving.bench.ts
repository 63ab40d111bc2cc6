import { rm } from 'node:fs/promises'
import { makeDataDir } from '../../apps/relay/test/harness.ts'
import { killMove } from '../../apps/relay/test/moderation/moving/kill-move.ts'
import { printFigure, rounded } from '../figures.ts'

const [events = '100000', files = '10000'] = process.argv.slice(2)
const dataDir = await makeDataDir()
try {
  const { done, seconds, missing, extra, wrongFiles, peakMb, resumeSeconds } = await killMove({
    dataDir,
    events: Number(events),
    files: Number(files),
    kills: [
      { thing: 'events', share: 0.5 },
      { thing: 'files', share: 0.5 },
    ],
    lookMs: 500,
    onKill: text => process.stdout.write(`${text}\n`),
  })
  const sizes = { events: Number(events), files: Number(files) }
  printFigure({ bench: 'moving', figure: 'move', ...sizes, state: done.state, seconds: rounded(seconds, 1) })
  for (const [at, peak] of peakMb.entries())
    printFigure({ bench: 'moving', figure: 'process', number: at + 1, peak_mb: peak })
  for (const time of resumeSeconds) printFigure({ bench: 'moving', figure: 'resumed', seconds: rounded(time, 1) })
  printFigure({ bench: 'moving', figure: 'differences', missing, extra, wrong_files: wrongFiles })
  process.exitCode = done.state === 'done' && missing + extra + wrongFiles === 0 ? 0 : 1
} finally {
  await rm(dataDir, { recursive: true })
}
