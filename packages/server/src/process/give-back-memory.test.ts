import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Grows the young generation, then rests or works; prints how many MB it has then. */
const program = (isBusy: boolean) => `
  import { getHeapSpaceStatistics } from 'node:v8'
  const { giveBackMemory } = await import(${JSON.stringify(new URL('./give-back-memory.ts', import.meta.url).href)})
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size
  let kept = []
  for (let at = 0; at < 3e6; at++) { kept.push({ at }); if (kept.length > 5e5) kept = [] }
  kept = []
  const before = young()
  giveBackMemory(300)
  const busy = ${isBusy} ? setInterval(() => { for (const end = performance.now() + 15; performance.now() < end; ); }, 20) : 0
  setTimeout(() => { clearInterval(busy); console.log(JSON.stringify([before, young()])) }, 1000)
`

async function youngOf(isBusy: boolean): Promise<number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(isBusy)])
  return JSON.parse(stdout)
}

it('gives memory back where the thread has nothing to do, and does not stop a busy one', async () => {
  const [[before = 0, rested = 0] = [], [grown = 0, busy = 0] = []] = await Promise.all([youngOf(false), youngOf(true)])
  expect(before).toBeGreaterThan(8 * 1024 * 1024)
  expect(rested).toBeLessThan(4 * 1024 * 1024)
  expect(busy).toBeGreaterThan(grown / 2)
})
