import { runQuietly } from '../run/command.mjs'

const name = `hornets-try-${process.pid}`

/** @type {Promise<boolean> | undefined} */
let asked

/** Whether tests can make hosts of their own here. Tried once. */
export const canMakeHosts = () => {
  asked ??= tryHosts()
  return asked
}

async function tryHosts() {
  if ((await runQuietly('ip', ['netns', 'add', name])).code !== 0) return false
  const veth = ['link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'other']
  const { code } = await runQuietly('ip', ['-n', name, ...veth])
  await runQuietly('ip', ['netns', 'del', name])
  return code === 0
}
