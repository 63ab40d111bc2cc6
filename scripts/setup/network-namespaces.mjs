import { runQuietly } from '../run/command.mjs'

const name = `hornets-try-${process.pid}`

/** Whether tests can make hosts of their own here. @returns {Promise<boolean>} */
export async function canMakeHosts() {
  if ((await runQuietly('ip', ['netns', 'add', name])).code !== 0) return false
  const veth = ['link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'other']
  const { code } = await runQuietly('ip', ['-n', name, ...veth])
  await runQuietly('ip', ['netns', 'del', name])
  return code === 0
}
