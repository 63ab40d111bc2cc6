import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { noLibrary, pictureProcessOptions } from '../thumbnails/picture-process.ts'
import type { Optimised } from './optimised.ts'

/** `none`: not a picture that can be read in the time and memory given; `unavailable`: sharp cannot run here. */
export type OptimiseOutcome = Optimised | 'none' | 'unavailable'

const usualLimitMs = 20_000
const program = fileURLToPath(new URL('./optimise-process.ts', import.meta.url))

/** Optimises a picture in a process of its own, which is killed when it takes too long. Never rejects. */
export function optimiseApart(from: string, to: string, limitMs = usualLimitMs): Promise<OptimiseOutcome> {
  return new Promise(resolve => {
    const child = fork(program, [from, to], pictureProcessOptions)
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    let outcome: OptimiseOutcome = 'none'
    child.on('message', (optimised: Optimised | null) => {
      outcome = optimised ?? 'none'
    })
    const settle = (result: OptimiseOutcome) => {
      clearTimeout(timer)
      resolve(result)
    }
    child.once('error', () => settle('none'))
    child.once('exit', code => settle(code === noLibrary ? 'unavailable' : outcome))
  })
}
