import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = (givesBack: boolean) => `
  import { getHeapSpaceStatistics } from 'node:v8'
  const { overwriteGarbage } = await import(${JSON.stringify(new URL('./overwrite-garbage.ts', import.meta.url).href)})
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size
  let kept = []
  for (let at = 0; at < 3e6; at++) { kept.push({ at }); if (kept.length > 5e5) kept = [] }
  kept = []
  const before = young()
  overwriteGarbage({ givesBack: ${givesBack} })
  console.log(JSON.stringify([before, young()]))
`

async function youngOf(givesBack: boolean): Promise<number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(givesBack)])
  return JSON.parse(stdout)
}

it('gives memory back to the system after a start, and keeps it after a save', async () => {
  const [[before = 0, rested = 0] = [], [grown = 0, kept = 0] = []] = await Promise.all([youngOf(true), youngOf(false)])
  expect(before).toBeGreaterThan(8 * 1024 * 1024)
  expect(rested).toBeLessThan(4 * 1024 * 1024)
  expect(kept).toBeGreaterThan(grown / 4)
})
