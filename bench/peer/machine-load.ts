import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { processorMs, tickMs } from '../figures.ts'

export function watchLoad(pid: number): () => { readonly load: number; readonly othersBusyCores: number } {
  const begun = performance.now()
  const before = { all: busyMillis(), own: ownMillis(pid) }
  return () => {
    const spent = busyMillis() - before.all - (ownMillis(pid) - before.own)
    return { load: loadavg()[0] ?? Number.NaN, othersBusyCores: Math.max(0, spent / (performance.now() - begun)) }
  }
}

/**
 * Milliseconds for which a process's main thread could have run while others had the cores, and for which this machine's
 * cores were another machine's. Linux counts both.
 */
export function withoutCore(pid: number): () => { readonly waitedMillis: number; readonly stolenMillis: number } {
  const read = () => ({
    waited: Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6,
    stolen: Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'latin1'))?.[1]) * tickMs,
  })
  const before = read()
  return () => {
    const { waited, stolen } = read()
    return { waitedMillis: waited - before.waited, stolenMillis: stolen - before.stolen }
  }
}

function busyMillis(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}

function ownMillis(pid: number): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + processorMs(pid)
}
