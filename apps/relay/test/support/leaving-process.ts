import { execFile } from 'node:child_process'

const poolProgram = new URL('../../src/nostr/verification/verifier-pool.ts', import.meta.url)

/** Starts a process with verifier threads that exits after this many milliseconds; resolves with its end. */
export function leaveAfter(millis: number): Promise<{ code: number | string | null; signal: string | null }> {
  const program = `
    const { VerifierPool } = await import(${JSON.stringify(poolProgram.href)})
    new VerifierPool({ workers: 2 })
    setTimeout(() => process.exit(0), ${millis})`
  return new Promise(resolve => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], error => {
      resolve({ code: error ? (error.code ?? null) : 0, signal: error?.signal ?? null })
    })
  })
}
