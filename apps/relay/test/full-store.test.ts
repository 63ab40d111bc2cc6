import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('./support/fill-store.ts', import.meta.url))

// The largest size of a file is the end of the map that can be reached without a terabyte.
it('keeps and serves what was stored when the file of events cannot grow any more', async () => {
  const limited = `ulimit -f 16384; exec "${process.execPath}" "${program}"`
  const { stdout } = await promisify(execFile)('sh', ['-c', limited])
  const { stored, error, read, areAllThere } = JSON.parse(stdout)
  expect(stored).toBeGreaterThan(50)
  expect(read).toBe(stored)
  expect(error).not.toBe('')
  expect(areAllThere).toBe(true)
}, 120_000)
