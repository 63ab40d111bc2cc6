import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('../support/fill-store.ts', import.meta.url))

// The largest size of a file is the end of the map that can be reached without a terabyte.
it('serves what was stored and deletes events when their file cannot grow, then accepts others again', async () => {
  const limited = `ulimit -f 131072; exec "${process.execPath}" "${program}"`
  const { stdout } = await promisify(execFile)('sh', ['-c', limited])
  const { stored, ...facts } = JSON.parse(stdout)
  expect(stored).toBeGreaterThan(1000)
  expect(facts).toEqual({
    isEventStoreFull: true,
    isFull: true,
    isAllRead: true,
    areAllThere: true,
    removed: 20,
    request: 'stored',
    isAskedGone: true,
    afterwards: 'stored',
    isFullAfterwards: false,
    isFullAgain: true,
  })
}, 120_000)
