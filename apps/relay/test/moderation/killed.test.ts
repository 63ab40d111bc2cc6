import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { makeDataDir } from '../harness.ts'
import { concurrency, killAmidJudging } from './kill-amid-judging.ts'

const { kills, images } = process.env.THOROUGH ? { kills: 10, images: 500 } : { kills: 1, images: 60 }

it(`MODERATE-04, MODERATE-05: ${kills} kills in bursts of ${images} images lose no judgement, and show nothing before its verdict`, async () => {
  // The long form: npm run bench -- kills-judge
  const dataDir = await makeDataDir()
  const judged = await killAmidJudging(dataDir, { kills, images })
  expect(judged).toMatchObject({ images: kills * images, shownTooEarly: [], wrong: [] })
  expect(judged.askedAgain).toBeGreaterThanOrEqual(0)
  expect(judged.askedAgain).toBeLessThanOrEqual(kills * concurrency)
  await rm(dataDir, { recursive: true })
}, 300_000)
