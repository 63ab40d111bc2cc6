import { leaveAfter } from '../apps/relay/test/support/leaving-process.ts'
import { printFigure } from './figures.ts'

// 200 times, at moments spread over the loading.

const repeats = 200
const spreadMillis = 200
let aborted = 0
for (let at = 0; at < repeats; at++) {
  const { code, signal } = await leaveAfter((at * spreadMillis) / repeats)
  if (code !== 0 || signal !== null) aborted += 1
}
printFigure({ bench: 'verifier-exit', figure: 'processes that did not end in order', repeats, aborted })
if (aborted > 0) process.exitCode = 1
