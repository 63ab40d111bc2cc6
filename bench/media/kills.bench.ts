import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAmidUploads } from '../../apps/relay/test/media/kill-amid-uploads.ts'
import { printFigure, rounded } from '../figures.ts'

// Does a relay that is killed amid uploads and deletions keep its files and its index the same, and all that it has
// acknowledged? `npm run bench -- kills [count]`; default: 200, some four seconds each.

const kills = Number(process.argv[2] ?? 200)
const folder = await mkdtemp(join(tmpdir(), 'hornets-kills-'))
const begun = performance.now()
try {
  const { onDisk, inRows, incoming, acknowledged, areTotalsRight } = await killAmidUploads(folder, kills, kill => {
    if (kill % 20 === 0) process.stderr.write(`${kill} of ${kills}\n`)
  })
  const [disk, rows] = [new Set(onDisk), new Set(inRows)]
  printFigure({
    bench: 'kills',
    figure: 'kills amid uploads and deletions',
    kills,
    files: inRows.length,
    withoutRow: onDisk.filter(hash => !rows.has(hash)).length,
    withoutFile: inRows.filter(hash => !disk.has(hash)).length,
    acknowledgedAndLost: acknowledged.filter(hash => !rows.has(hash)).length,
    partlyReceived: incoming.length,
    areTotalsRight,
    seconds: rounded((performance.now() - begun) / 1000, 0),
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
