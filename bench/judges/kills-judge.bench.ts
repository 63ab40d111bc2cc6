import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAmidJudging } from '../../apps/relay/test/moderation/kill-amid-judging.ts'
import { printFigure, rounded } from '../figures.ts'

// Does a relay that is killed in bursts of images have each judged, once, and show none before its verdict?
// `npm run bench -- kills-judge [kills] [images]`; default: ten kills, each in a burst of 500 images.

const [kills = 10, images = 500] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'hornets-kills-judge-'))
const begun = performance.now()
try {
  const judged = await killAmidJudging(folder, { kills, images }, kill => process.stderr.write(`${kill} of ${kills}\n`))
  printFigure({
    bench: 'kills-judge',
    figure: 'kills in bursts of images',
    kills,
    images: judged.images,
    askedAgain: judged.askedAgain,
    shownTooEarly: judged.shownTooEarly.length,
    lostOrWrong: judged.wrong.length,
    seconds: rounded((performance.now() - begun) / 1000, 0),
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
