import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where control groups limit memory: version 2, or version 1. */
const places = [
  { root: '/sys/fs/cgroup', shows: '/sys/fs/cgroup/memory.stat', limit: 'memory.max' },
  { root: '/sys/fs/cgroup/memory', shows: '/sys/fs/cgroup/memory/memory.stat', limit: 'memory.limit_in_bytes' },
]

export interface Command {
  readonly command: string
  readonly arguments: readonly string[]
}

/** Pages of its files included. Needs Linux and its administrator. `name`: of the control group, which is kept. */
export function withMemoryOf(megabytes: number, name: string, command: Command): Command {
  const place = places.find(({ shows }) => existsSync(shows))
  if (!place) throw new Error('--memory needs control groups that limit memory')
  const group = join(place.root, `hornets-bench-${name}`)
  mkdirSync(group, { recursive: true })
  writeFileSync(join(group, place.limit), String(megabytes * 1024 * 1024))
  const enter = `echo $$ > ${join(group, 'cgroup.procs')} && exec "$@"`
  return { command: '/bin/sh', arguments: ['-c', enter, 'sh', command.command, ...command.arguments] }
}

/** Pages that others read would otherwise be free. */
export function dropPageCache(): void {
  writeFileSync('/proc/sys/vm/drop_caches', '3')
}
